import { cellOf, type ZoneIndex } from './compile-zones.ts';
import { compareContaining, zoneContains } from './locate-zone.ts';
import { measureDistance } from './measure-distance.ts';
import type { Point, Zone } from './zone.ts';

/** Every zone that contains a point, in the order in which `locateZone` prefers them. */
export function locateZones(index: ZoneIndex, point: Point): readonly Zone[] {
  const near = [...(index.cells.get(cellOf(point)) ?? []), ...index.wide];
  return near
    .filter((zone) => zoneContains(zone, point))
    .map((zone) => ({ zone, km: measureDistance(zone.center, point) }))
    .toSorted((one, other) => compareContaining(one.zone, other.zone, { distanceKm: one.km - other.km }))
    .map(({ zone }) => zone);
}
