/** An app that people keep on their device, as its manifest and its icon show it. */
export type InstallableApp = {
  /** Where it stands; everything below it is the same page. */
  readonly path: string;
  readonly name: string;
  readonly shortName: string;
  readonly description: string;
  /** The ground of its icon, so that three of them on one phone are told apart. */
  readonly colour: string;
  readonly orientation: 'any' | 'portrait';
};

/** The apps that can be installed and open without a network, by the name of their page in `web/`. */
export const installableApps: Readonly<Record<string, InstallableApp>> = {
  till: {
    path: '/pos',
    name: 'Cottontree Till',
    shortName: 'Till',
    description: 'Sell, with or without a network.',
    colour: '#1d5c3f',
    orientation: 'any',
  },
  door: {
    path: '/scan',
    name: 'Cottontree Door',
    shortName: 'Door',
    description: 'Let people in with their tickets, with or without a network.',
    colour: '#1f3f7a',
    orientation: 'portrait',
  },
  courier: {
    path: '/courier',
    name: 'Cottontree Courier',
    shortName: 'Courier',
    description: 'Carry parcels, with or without a network.',
    colour: '#8a4b12',
    orientation: 'portrait',
  },
};
