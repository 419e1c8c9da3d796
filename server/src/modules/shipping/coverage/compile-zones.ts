import { zoneKinds } from '@cottontree/contract';
import { foldSpelling, foldText, partsOfName } from './fold-text.ts';
import { bookOfNames, type NameBook } from './near-names.ts';
import type { Point, Zone, ZoneGeometry } from './zone.ts';

/** Zones prepared for look-ups; built once whenever the operator changes them. */
export type ZoneIndex = {
  readonly zones: readonly Zone[];
  readonly byId: ReadonlyMap<string, Zone>;
  readonly byCode: ReadonlyMap<string, Zone>;
  /** Ways to match a text, the surest first; each from a key to the zones that bear it. */
  readonly textLevels: readonly TextLevel[];
  /** What a misspelt text may have meant. */
  readonly names: NameBook;
  /** The active country-wide zone that takes what no other zone claims, if the operator keeps one. */
  readonly catchAll: Zone | null;
  /** From a grid cell to the zones that may contain a point in it, most specific kind first. */
  readonly cells: ReadonlyMap<string, readonly Zone[]>;
  /** Zones too wide for the grid, most specific kind first. */
  readonly wide: readonly Zone[];
};

type TextLevel = {
  readonly keyOf: (text: string) => string;
  readonly zonesByKey: ReadonlyMap<string, readonly Zone[]>;
};

/** About 11 km: a few cells per zone, a few zones per cell. */
const cellDegrees = 0.1;
const cellsPerZoneMax = 1_024;
const kilometresPerDegree = 111.2;

/** Prepares zones so that resolving a text or a point looks at a handful of them. */
export function compileZones(zones: readonly Zone[]): ZoneIndex {
  const ordered = zones.toSorted(bySpecificity);
  const { cells, wide } = gridOf(ordered);
  return Object.freeze({
    zones: Object.freeze(ordered),
    byId: new Map(ordered.map((zone) => [zone.id, zone])),
    byCode: new Map(ordered.map((zone) => [zone.code, zone])),
    textLevels: Object.freeze(textLevelsOf(ordered)),
    names: bookOfNames(ordered),
    catchAll: ordered.find((zone) => zone.active && zone.kind === 'country') ?? null,
    cells,
    wide: Object.freeze(wide),
  });
}

/** Smaller is more specific. */
export function specificityOf(zone: Zone): number {
  return zoneKinds.indexOf(zone.kind);
}

/** The key of the grid cell that holds a point. */
export function cellOf(point: Point): string {
  return cellKey(cellNumber(point.lat), cellNumber(point.lng));
}

function textLevelsOf(zones: readonly Zone[]): TextLevel[] {
  const level = (keyOf: TextLevel['keyOf'], textsOf: (zone: Zone) => readonly string[]): TextLevel => {
    const zonesByKey = new Map<string, Zone[]>();
    for (const zone of zones) {
      for (const key of new Set(textsOf(zone).map(keyOf))) {
        if (key !== '') zonesByKey.set(key, [...(zonesByKey.get(key) ?? []), zone]);
      }
    }
    return { keyOf, zonesByKey };
  };
  const everyText = (zone: Zone) => [zone.name, zone.code, ...zone.aliases];
  return [
    level(
      (text) => text,
      (zone) => [zone.name, zone.code],
    ),
    level(
      (text) => text,
      (zone) => zone.aliases,
    ),
    level(foldText, everyText),
    level(foldSpelling, everyText),
    level(foldSpelling, (zone) => partsOfName(zone.name)),
  ];
}

function gridOf(zones: readonly Zone[]): { cells: Map<string, Zone[]>; wide: Zone[] } {
  const cells = new Map<string, Zone[]>();
  const wide: Zone[] = [];
  for (const zone of zones) {
    const keys = cellKeysOf(zone);
    if (keys === null) wide.push(zone);
    for (const key of keys ?? []) cells.set(key, [...(cells.get(key) ?? []), zone]);
  }
  return { cells, wide };
}

/** Null when the zone covers too many cells. */
function cellKeysOf(zone: Zone): string[] | null {
  const box = boxOf(zone);
  const [south, north] = [cellNumber(box.south), cellNumber(box.north)];
  const [west, east] = [cellNumber(box.west), cellNumber(box.east)];
  if ((north - south + 1) * (east - west + 1) > cellsPerZoneMax) return null;
  const keys: string[] = [];
  for (let row = south; row <= north; row += 1) {
    for (let column = west; column <= east; column += 1) keys.push(cellKey(row, column));
  }
  return keys;
}

function boxOf(zone: Zone): Box {
  if (zone.geometry !== null) return boxAround(zone.geometry);
  const latitudes = zone.radius_km / kilometresPerDegree;
  // Degrees of longitude shrink towards the poles; near them the zone simply counts as wide.
  const longitudes =
    latitudes / Math.max(0.001, Math.cos(((Math.abs(zone.center.lat) + latitudes) * Math.PI) / 180));
  const { lat, lng } = zone.center;
  return { south: lat - latitudes, north: lat + latitudes, west: lng - longitudes, east: lng + longitudes };
}

function cellNumber(degrees: number): number {
  return Math.floor(degrees / cellDegrees);
}

function cellKey(row: number, column: number): string {
  return `${row},${column}`;
}

function bySpecificity(one: Zone, other: Zone): number {
  return specificityOf(one) - specificityOf(other) || (one.code < other.code ? -1 : 1);
}

/** Degrees, WGS 84. */
type Box = {
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
