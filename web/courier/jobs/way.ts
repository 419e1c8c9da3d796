import type { JobStop } from '@cottontree/contract';

export type Spot = { readonly lat: number; readonly lng: number };

const EARTH_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** As the crow flies. */
export function distanceKm(from: Spot, to: Spot): number {
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const north = Math.sin((b - a) / 2) ** 2;
  const east = Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(north + Math.cos(a) * Math.cos(b) * east));
}

/** Where a stop lies; null: no pin is known. */
export function spotOf({ lat, lng }: Pick<JobStop, 'lat' | 'lng'>): Spot | null {
  return lat === null || lng === null ? null : { lat, lng };
}

/** `1.2 km`, `350 m`. */
export function kmText(km: number): string {
  return km < 1 ? `${Math.max(10, Math.round(km * 100) * 10)} m` : `${km.toFixed(1)} km`;
}

/** `Central Freetown` of `Central Freetown (Cotton Tree, Siaka Stevens St)`: what fits beside a pin. */
export function shortName(zoneName: string): string {
  return zoneName.replace(/\s*\(.*$/u, '');
}

/** Opens the phone's own map app; where nothing is pinned, with the address to look for. */
export function geoUrl(stop: JobStop): string {
  const label = [stop.address, stop.city].filter((part) => part !== null && part !== '').join(', ');
  const spot = spotOf(stop);
  if (spot === null) return `geo:0,0?q=${encodeURIComponent(stop.plus_code ?? label)}`;
  return `geo:${spot.lat},${spot.lng}?q=${spot.lat},${spot.lng}(${encodeURIComponent(label)})`;
}

/** The way as it is drawn: north is up, east is right, both true to scale. */
export type Drawn = {
  readonly at: (spot: Spot) => readonly [x: number, y: number];
  /** Pixels of one kilometre. */
  readonly pxPerKm: number;
};
type Frame = { readonly width: number; readonly height: number; readonly margin: number };

const KM_PER_DEGREE = (EARTH_KM * Math.PI) / 180;
/** Closer than this, two places would fill the picture for nothing. */
const SPAN_KM_MIN = 0.4;

export function drawWay(spots: readonly Spot[], { width, height, margin }: Frame): Drawn {
  const middle = {
    lat: (Math.min(...spots.map(({ lat }) => lat)) + Math.max(...spots.map(({ lat }) => lat))) / 2,
    lng: (Math.min(...spots.map(({ lng }) => lng)) + Math.max(...spots.map(({ lng }) => lng))) / 2,
  };
  const east = ({ lng }: Spot): number => (lng - middle.lng) * KM_PER_DEGREE * Math.cos(radians(middle.lat));
  const north = ({ lat }: Spot): number => (lat - middle.lat) * KM_PER_DEGREE;
  const wide = Math.max(SPAN_KM_MIN, 2 * Math.max(...spots.map((spot) => Math.abs(east(spot)))));
  const high = Math.max(SPAN_KM_MIN, 2 * Math.max(...spots.map((spot) => Math.abs(north(spot)))));
  const pxPerKm = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
  return {
    pxPerKm,
    at: (spot) => [width / 2 + east(spot) * pxPerKm, height / 2 - north(spot) * pxPerKm],
  };
}

const STEPS_KM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];

/** How far apart the lines of the ground are, so that there are a few of them. */
export function gridKm(pxPerKm: number): number {
  return STEPS_KM.find((km) => km * pxPerKm >= 44) ?? 500;
}
