import { findCrossing } from './find-crossing.ts';
import type { Position, ZoneGeometry } from './zone.ts';

const positionsMax = 10_000;

/** A GeoJSON Polygon or MultiPolygon with closed rings from parsed JSON; absent or null is no geometry. */
export function readGeometry(value: unknown, report: (message: string) => void): ZoneGeometry | null {
  if (value === undefined || value === null) return null;
  const { type, coordinates } = typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {};
  if (type === 'Polygon' && isPolygon(coordinates) && coordinates.flat().length <= positionsMax)
    return refuseCrossing({ type, coordinates }, coordinates, report);
  if (
    type === 'MultiPolygon' &&
    isList(coordinates) &&
    coordinates.every(isPolygon) &&
    coordinates.flat(2).length <= positionsMax
  ) {
    return refuseCrossing({ type, coordinates }, coordinates.flat(), report);
  }
  report(
    `must be a GeoJSON Polygon or MultiPolygon of closed rings, positions [longitude, latitude], at most ${positionsMax} positions`,
  );
  return null;
}

/** What lies inside a border that crosses itself is anybody's guess. */
function refuseCrossing(
  geometry: ZoneGeometry,
  rings: readonly (readonly Position[])[],
  report: (message: string) => void,
): ZoneGeometry | null {
  const crossing = rings.map(findCrossing).find((found) => found !== null);
  if (!crossing) return geometry;
  report(`must not cross itself; the border does so near [${crossing.join(', ')}]`);
  return null;
}

function isPolygon(value: unknown): value is Position[][] {
  return isList(value) && value.every(isRing);
}

/** At least a triangle whose last position repeats the first. */
function isRing(value: unknown): value is Position[] {
  if (!isList(value) || value.length < 4 || !value.every(isPosition)) return false;
  const [first, last] = [value[0], value.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function isPosition(value: unknown): value is Position {
  if (!isList(value) || value.length !== 2) return false;
  const [lng, lat] = value;
  return typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}
