import type { ZoneGeometry } from './zone.ts';

/** Degrees, WGS 84. */
export type Box = {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
};

/** The smallest box that holds a border. */
export function boxAround(geometry: ZoneGeometry): Box {
  const positions = geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
  const [longitudes, latitudes] = [positions.map(([lng]) => lng), positions.map(([, lat]) => lat)];
  return {
    south: smallest(latitudes),
    north: largest(latitudes),
    west: smallest(longitudes),
    east: largest(longitudes),
  };
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
