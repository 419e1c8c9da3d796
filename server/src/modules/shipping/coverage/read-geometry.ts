import type { Work } from '../../../kernel/running/in-turns.ts';
import { crossingWork, findCrossing } from './find-crossing.ts';
import type { Position, ZoneGeometry } from './zone.ts';

const positionsMax = 10_000;

/** Where a border crosses itself, or null. */
export type FindCrossing = (geometry: ZoneGeometry) => Position | null;

/** A GeoJSON Polygon or MultiPolygon with closed rings from parsed JSON; absent or null is no geometry. What lies inside a border that crosses itself is anybody's guess. */
export function readGeometry(
  value: unknown,
  report: (message: string) => void,
  crossingOf: FindCrossing = findItsCrossing,
): ZoneGeometry | null {
  if (value === undefined || value === null) return null;
  const geometry = shapedGeometry(value);
  if (!geometry) {
    report(
      `must be a GeoJSON Polygon or MultiPolygon of closed rings, positions [longitude, latitude], at most ${positionsMax} positions`,
    );
    return null;
  }
  const crossing = crossingOf(geometry);
  if (!crossing) return geometry;
  report(`must not cross itself; the border does so near [${crossing.join(', ')}]`);
  return null;
}

/** Looks for a crossing in steps, for a border of thousands takes a second; null also for what is no border. */
export function* givenCrossing(value: unknown): Work<Position | null> {
  const geometry = shapedGeometry(value);
  for (const ring of geometry ? ringsOf(geometry) : []) {
    const crossing = yield* crossingWork(ring);
    if (crossing) return crossing;
  }
  return null;
}

function findItsCrossing(geometry: ZoneGeometry): Position | null {
  return (
    ringsOf(geometry)
      .map(findCrossing)
      .find((found) => found !== null) ?? null
  );
}

function ringsOf({ type, coordinates }: ZoneGeometry): readonly (readonly Position[])[] {
  return type === 'Polygon' ? coordinates : coordinates.flat();
}

function shapedGeometry(value: unknown): ZoneGeometry | null {
  const { type, coordinates } =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (type === 'Polygon' && isPolygon(coordinates) && coordinates.flat().length <= positionsMax)
    return { type, coordinates };
  if (
    type === 'MultiPolygon' &&
    isList(coordinates) &&
    coordinates.every(isPolygon) &&
    coordinates.flat(2).length <= positionsMax
  )
    return { type, coordinates };
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
