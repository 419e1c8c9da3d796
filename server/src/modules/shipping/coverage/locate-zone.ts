import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { cellOf, specificityOf, type ZoneIndex } from './compile-zones.ts';
import { measureDistance } from './measure-distance.ts';
import type { Point, Position, Zone, ZoneGeometry } from './zone.ts';

/**
 * The zone that contains a point: the most specific kind first; within a kind a drawn border before a circle, of
 * drawn ones the smallest, of circles the nearest centre. May be a zone the operator has closed; null when no zone contains the point.
 */
export function locateZone(index: ZoneIndex, point: Point): Zone | null {
  let best: Containing | null = null;
  for (const zone of index.cells.get(cellOf(point)) ?? []) best = better(best, containing(zone, point));
  for (const zone of index.wide) {
    if (best !== null && specificityOf(zone) > specificityOf(best.zone)) break;
    best = better(best, containing(zone, point));
  }
  return best?.zone ?? null;
}

/** Whether a zone's polygon, or else its circle, contains a point. */
export function zoneContains(zone: Zone, point: Point): boolean {
  return containing(zone, point) !== null;
}

type Containing = { readonly zone: Zone; readonly distanceKm: number };

function containing(zone: Zone, point: Point): Containing | null {
  const distanceKm = measureDistance(zone.center, point);
  const inside =
    zone.geometry === null ? distanceKm <= zone.radius_km : polygonContains(zone.geometry, point);
  return inside ? { zone, distanceKm } : null;
}

function better(best: Containing | null, found: Containing | null): Containing | null {
  if (best === null || found === null) return found ?? best;
  return compareContaining(found.zone, best.zone, { distanceKm: found.distanceKm - best.distanceKm }) < 0
    ? found
    : best;
}

/** Below 0 where `one` goes before `other` at a point; `distanceKm` is how much farther off the middle of `one` is. */
function compareContaining(one: Zone, other: Zone, { distanceKm }: { readonly distanceKm: number }): number {
  const order = specificityOf(one) - specificityOf(other) || circled(one) - circled(other);
  const size = one.geometry === null || other.geometry === null ? 0 : measureArea(one) - measureArea(other);
  return order || size || distanceKm || (one.code < other.code ? -1 : 1);
}

function circled(zone: Zone): number {
  return zone.geometry === null ? 1 : 0;
}

function polygonContains(geometry: ZoneGeometry, point: Point): boolean {
  return booleanPointInPolygon([point.lng, point.lat], geometry);
}

const kilometresPerDegree = 111.2;
const known = new WeakMap<Zone, number>();

/** How large a zone is in km², near enough to tell which of two is smaller; a zone never changes, so it is measured once. */
function measureArea(zone: Zone): number {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const area = zone.geometry === null ? Math.PI * zone.radius_km ** 2 : areaOf(zone.geometry);
  known.set(zone, area);
  return area;
}

function areaOf({ type, coordinates }: ZoneGeometry): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.reduce(
    (sum, [border = [], ...holes]) =>
      sum + areaOfRing(border) - holes.reduce((held, hole) => held + areaOfRing(hole), 0),
    0,
  );
}

/** The shoelace formula, with degrees of longitude as long as they are at the ring's first point. */
function areaOfRing(ring: readonly Position[]): number {
  const shrink = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  const doubled = ring.reduce((sum, [lng, lat], at) => {
    const [nextLng, nextLat] = ring[at + 1] ?? ring[0] ?? [lng, lat];
    return sum + lng * nextLat - nextLng * lat;
  }, 0);
  return (Math.abs(doubled) / 2) * shrink * kilometresPerDegree ** 2;
}

/** Every zone that contains a point, in the order in which `locateZone` prefers them. */
export function locateZones(index: ZoneIndex, point: Point): readonly Zone[] {
  const near = [...(index.cells.get(cellOf(point)) ?? []), ...index.wide];
  return near
    .filter((zone) => zoneContains(zone, point))
    .map((zone) => ({ zone, km: measureDistance(zone.center, point) }))
    .toSorted((one, other) => compareContaining(one.zone, other.zone, { distanceKm: one.km - other.km }))
    .map(({ zone }) => zone);
}
