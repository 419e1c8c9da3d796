/** What a page may use of a device beyond its screen; everything else is switched off. */
type Device = 'camera' | 'geolocation' | 'usb' | 'serial';

export type App = {
  /** Where it stands; every address below shows its page. */
  readonly path: string;
  /** Its page in `web/`, without `.html`. It is there when it was built. */
  readonly page: string;
  readonly uses: readonly Device[];
  /** A page of a shop may show it in a frame, as one of its public keys says. */
  readonly framed?: true;
  /** Whether it draws a map, which may lie on pictures from the one host that the server was told of. */
  readonly drawsMaps?: true;
  /** Shown only while the server is for this machine alone. */
  readonly develops?: true;
};

export const APPS: readonly App[] = [
  { path: '/dashboard', page: 'dashboard', uses: [] },
  { path: '/operations', page: 'operations', uses: [], drawsMaps: true },
  { path: '/pos', page: 'till', uses: ['camera', 'usb', 'serial'], framed: true },
  { path: '/scan', page: 'door', uses: ['camera'], framed: true },
  { path: '/courier', page: 'courier', uses: ['camera', 'geolocation'] },
  { path: '/embed/invoice', page: 'embed-invoice', uses: [], framed: true },
  { path: '/embed/link', page: 'embed-link', uses: [], framed: true },
  // The parts that the apps are made of, for whoever builds on them.
  { path: '/dev/gallery', page: 'gallery', uses: [], develops: true },
];
