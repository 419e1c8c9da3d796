import type { ZoneItem } from '@cottontree/contract';
import { plainAmount } from '../../kit/form/plain-amount.ts';
import type { FieldValue, FormValues } from '../../kit/form/values.ts';

export const KINDS = ['area', 'town', 'city', 'district', 'country'];
export const LEVELS = ['standard', 'express', 'scheduled'];
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** One piece of a drawn border: its corners and those of each hole in it, one a line, `8.4863, -13.2349`. */
export type Piece = { readonly outer: string; readonly holes: readonly string[] };
export type Hours = ZoneItem['hours'][number];

/** What stands in the form for a zone; a new one is a circle that is always open. Pieces and hours stand as JSON, so that they are kept like what is typed. */
export function valuesOf(zone: ZoneItem | null): FormValues {
  return {
    code: zone?.code ?? '',
    name: zone?.name ?? '',
    kind: zone?.kind ?? 'area',
    aliases: zone?.aliases.join(', ') ?? '',
    district: zone?.district ?? '',
    'center.lat': zone ? String(zone.center.lat) : '',
    'center.lng': zone ? String(zone.center.lng) : '',
    radius_km: zone ? String(zone.radius_km) : '',
    pieces: JSON.stringify(piecesOf(zone?.geometry)),
    service_levels: zone ? [...zone.service_levels] : ['standard', 'express'],
    base_fee: zone ? String(zone.base_fee) : '',
    max_weight_kg: zone ? String(zone.max_weight_kg) : '',
    estimated_minutes: zone ? String(zone.estimated_minutes) : '',
    cod_available: zone?.cod_available ?? true,
    hours: JSON.stringify(zone?.hours ?? []),
  };
}

type Ring = readonly (readonly number[])[];
type Drawn = { readonly type?: unknown; readonly coordinates?: readonly unknown[] };

/** The pieces of a drawn border; none of a circle. */
export function piecesOf(geometry: object | null | undefined): readonly Piece[] {
  const { type, coordinates = [] } = (geometry ?? {}) as Drawn;
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly Ring[])[];
  return polygons.map(([outer = [], ...holes]) => ({
    outer: cornersText(outer),
    holes: holes.map(cornersText),
  }));
}

/** A ring ends where it begins: that corner is written once. */
function cornersText(ring: Ring): string {
  return ring
    .slice(0, -1)
    .map(([lng, lat]) => `${lat}, ${lng}`)
    .join('\n');
}

/** The pieces as a form holds them. */
export function readPieces(value: FieldValue | undefined): readonly Piece[] {
  return typeof value === 'string' ? (JSON.parse(value) as readonly Piece[]) : [];
}

export function readHours(value: FieldValue | undefined): readonly Hours[] {
  return typeof value === 'string' ? (JSON.parse(value) as readonly Hours[]) : [];
}

/** Degrees north and east of corners that are written one a line; undefined where a line is none. */
export function cornersIn(text: string): readonly (readonly [lat: number, lng: number])[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const corners = lines.map((line) => line.split(/[,;\s]+/).map(Number));
  if (corners.some((corner) => corner.length !== 2 || corner.some(Number.isNaN))) return undefined;
  return corners.map(([lat = 0, lng = 0]) => [lat, lng] as const);
}

/** GeoJSON of the pieces; null for none, undefined where one of them is no border. */
export function geometryOf(pieces: readonly Piece[]): object | null | undefined {
  const polygons: (readonly Ring[])[] = [];
  for (const { outer, holes } of pieces.filter((piece) => piece.outer.trim() !== '')) {
    const rings = [outer, ...holes.filter((hole) => hole.trim() !== '')].map(ringOf);
    if (rings.some((ring) => ring === undefined)) return undefined;
    polygons.push(rings.filter((ring) => ring !== undefined));
  }
  if (polygons.length === 0) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function ringOf(text: string): Ring | undefined {
  const corners = cornersIn(text);
  if (corners === undefined || corners.length < 3) return undefined;
  const ring = corners.map(([lat, lng]) => [lng, lat]);
  return [...ring, ring[0] ?? []];
}

/** The body of a request for what stands in a form. */
export function zoneBody(values: FormValues, border: object | null): Record<string, unknown> {
  const text = (name: string): string => String(values[name] ?? '').trim();
  const number = (name: string): number | null => (text(name) === '' ? null : Number(text(name)));
  const [lat, lng] = [number('center.lat'), number('center.lng')];
  return {
    name: text('name'),
    kind: text('kind'),
    aliases: text('aliases')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    district: text('district') || null,
    center: lat === null || lng === null ? null : { lat, lng },
    radius_km: number('radius_km'),
    geometry: border,
    service_levels: values['service_levels'],
    base_fee: text('base_fee') === '' ? null : plainAmount(text('base_fee')),
    max_weight_kg: number('max_weight_kg'),
    estimated_minutes: number('estimated_minutes'),
    cod_available: values['cod_available'] === true,
    hours: readHours(values['hours']),
  };
}

/** What of a body differs from how the zone was read. Only that is sent: what a zone has from elsewhere, such as the fee of the rate card, is not made its own. */
export function zoneChanges(
  zone: ZoneItem,
  values: FormValues,
  border: object | null,
): Record<string, unknown> {
  const began = valuesOf(zone);
  const before = zoneBody(began, geometryOf(readPieces(began['pieces'])) ?? null);
  return Object.fromEntries(
    Object.entries(zoneBody(values, border)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}
