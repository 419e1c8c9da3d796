import { cellOf, specificityOf, type ZoneIndex } from './compile-zones.ts';
import { zoneContains } from './locate-zone.ts';
import { measureDistance } from './measure-distance.ts';
import type { Point, Zone } from './zone.ts';

/** Every zone that contains a point, in the order in which `locateZone` prefers them. */
export function locateZones(index: ZoneIndex, point: Point): readonly Zone[] {
  const near = [...(index.cells.get(cellOf(point)) ?? []), ...index.wide];
  return near
    .filter((zone) => zoneContains(zone, point))
    .map((zone) => ({ zone, ranks: [specificityOf(zone), zone.geometry === null ? 1 : 0, measureDistance(zone.center, point)] }))
    .toSorted((one, other) => differenceOf(one.ranks, other.ranks) || (one.zone.code < other.zone.code ? -1 : 1))
    .map(({ zone }) => zone);
}

function differenceOf(ranks: readonly number[], others: readonly number[]): number {
  return ranks.map((rank, at) => rank - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
