import drawn from './coast.txt?raw';

/** Degrees, WGS 84. */
export type Point = { readonly lat: number; readonly lng: number };

export type Land = { readonly country: string; readonly rings: readonly (readonly Point[])[] };

const THOUSANDTHS = 1_000;
/** Where the coast is known. */
const BOX = Object.freeze({ south: 6.2, west: -14.6, north: 10.6, east: -9.6 });

/** Whether a place lies where the coast is known; elsewhere a map shows no sea. */
export function isOnCoast({ lat, lng }: Point): boolean {
  return lat > BOX.south && lat < BOX.north && lng > BOX.west && lng < BOX.east;
}

/** The land around Sierra Leone, a country each, without a request to anybody. */
export function readCoast(): readonly Land[] {
  const byCountry = new Map<string, (readonly Point[])[]>();
  for (const line of drawn.split('\n')) {
    const [country = '', corners] = line.split(': ');
    if (line.startsWith('#') || corners === undefined) continue;
    const ring = corners.split(' ').map((corner) => {
      const [lng = 0, lat = 0] = corner.split(',').map(Number);
      return { lat: lat / THOUSANDTHS, lng: lng / THOUSANDTHS };
    });
    byCountry.set(country, [...(byCountry.get(country) ?? []), ring]);
  }
  return [...byCountry].map(([country, rings]) => ({ country, rings }));
}
