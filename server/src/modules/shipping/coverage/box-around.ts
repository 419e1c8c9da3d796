import type { ZoneGeometry } from './zone.ts';

/** Degrees, WGS 84. */
export type Box = {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
};

/** The smallest box that holds a border: thousands of positions, looked at once. */
export function boxAround({ type, coordinates }: ZoneGeometry): Box {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const rings of type === 'Polygon' ? [coordinates] : coordinates) {
    for (const ring of rings) {
      for (const [lng, lat] of ring) {
        if (lat < south) south = lat;
        if (lat > north) north = lat;
        if (lng < west) west = lng;
        if (lng > east) east = lng;
      }
    }
  }
  return { south, north, west, east };
}
