import { createHash } from 'node:crypto';
import {
  encodeId,
  isId,
  parseAmount,
  serviceLevels,
  zoneKinds,
  type Currency,
  type ServiceLevel,
  type ZoneKind,
} from '@cottontree/contract';
import { boxAround } from './compile-zones.ts';
import { measureDistance } from './measure-distance.ts';
import { readHours } from './read-hours.ts';
import { readGeometry, type FindCrossing } from './read-geometry.ts';
import { type Point, type Zone, type ZoneGeometry } from './zone.ts';

/** `row` counts from 1; 0 is the file itself. */
export type ZoneProblem = { readonly row: number; readonly field: string; readonly message: string };
export type ZonesFile =
  | { readonly ok: true; readonly zones: readonly Zone[] }
  | { readonly ok: false; readonly problems: readonly ZoneProblem[] };

const rowsMax = 10_000;
const radiusKmMax = 2_000;
/** A country zone that names no radius: Sierra Leone's corners are 240 km from its middle. */
const countryRadiusKm = 300;
const weightKgMax = 100;
const aliasesMax = 50;
const minutesMax = 7 * 24 * 60;
const codeText = /^[A-Z0-9][A-Z0-9-]{0,31}$/;
/** Rough figures where the file is silent: how long a courier needs within a zone of this kind. */
const minutesByKind: Readonly<Record<ZoneKind, number>> = {
  area: 30,
  town: 45,
  city: 45,
  district: 90,
  country: 120,
};

/** What every row has that no row says; `crossingOf`: where it is known already, for to find it takes long. */
export type SilentFields = { readonly currency: Currency; readonly crossingOf?: FindCrossing };

type Row = Readonly<Record<string, unknown>>;
type Report = (field: string, message: string) => void;

/**
 * Zones from a zones file's parsed JSON (`{zones: [{code, name, kind, center, radius_km, …}]}`), silent fields filled:
 * city is the district, always open, standard and express, COD, 100 kg, the card's base fee. Every problem names its row and field.
 */
export function readZones(file: unknown, silent: SilentFields): ZonesFile {
  const rows = isRow(file) && Array.isArray(file['zones']) ? file['zones'] : null;
  if (rows === null)
    return { ok: false, problems: [{ row: 0, field: 'zones', message: 'must be a list of zones' }] };
  if (rows.length > rowsMax)
    return {
      ok: false,
      problems: [{ row: 0, field: 'zones', message: `must have at most ${rowsMax} rows` }],
    };
  const problems: ZoneProblem[] = [];
  const codes = new Set<string>();
  const zones = rows.map((row: unknown, at) => {
    const report: Report = (field, message) => problems.push({ row: at + 1, field, message });
    const zone = isRow(row) ? readZone(row, silent, report) : null;
    if (!isRow(row)) report('', 'must be an object');
    if (zone !== null && codes.has(zone.code)) report('code', `${zone.code} stands in an earlier row`);
    if (zone !== null) codes.add(zone.code);
    return zone;
  });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, zones: zones.filter((zone) => zone !== null) };
}

/** The id of the zone with this code: the same on every installation, so that links and exports agree. */
export function zoneIdOf(code: string): string {
  return encodeId('zone_', createHash('sha256').update(`zone:${code}`).digest().subarray(0, 16));
}

function readZone(row: Row, silent: SilentFields, report: Report): Zone {
  const code = readCode(row['code'], report);
  const kind = readKind(row['kind'], report);
  const district = readOptionalText(row, 'district', report);
  const name = readText(row, 'name', report);
  const geometry = readGeometry(row['geometry'], (message) => report('geometry', message), silent.crossingOf);
  const center = readCenter(row['center'] ?? (geometry && middleOf(geometry)), report);
  const id = row['id'] ?? zoneIdOf(code);
  if (typeof id !== 'string' || !isId('zone_', id)) report('id', 'must be a zone_ id, or absent');
  return Object.freeze({
    id: String(id),
    code,
    name,
    aliases: readAliases(row['aliases'], report),
    kind,
    city: readOptionalText(row, 'city', report) ?? district ?? name,
    district: district ?? name,
    center,
    radius_km: radiusOf({ value: row['radius_km'] ?? null, kind, geometry, center }, report),
    geometry,
    service_levels: readLevels(row['service_levels'], report),
    hours: readHours(row['hours'], (message) => report('hours', message)),
    base_fee: readBaseFee(row['base_fee'], silent, report),
    currency: silent.currency,
    cod_available: readFlag(row, 'cod_available', report),
    max_weight_kg: readNumber(
      row['max_weight_kg'],
      { field: 'max_weight_kg', least: 0.001, most: weightKgMax, silent: weightKgMax },
      report,
    ),
    estimated_minutes: Math.round(
      readNumber(
        row['estimated_minutes'],
        { field: 'estimated_minutes', least: 1, most: minutesMax, silent: minutesByKind[kind] },
        report,
      ),
    ),
    confidence: readOptionalText(row, 'confidence', report),
    active: readFlag(row, 'active', report),
  });
}

function readCode(value: unknown, report: Report): string {
  if (typeof value === 'string' && codeText.test(value)) return value;
  report('code', 'must be 1 to 32 capital letters, digits and hyphens');
  return '';
}

function readKind(value: unknown, report: Report): ZoneKind {
  const kind = zoneKinds.find((known) => known === value);
  if (kind === undefined) report('kind', `must be one of ${zoneKinds.join(', ')}`);
  return kind ?? 'area';
}

function readText(row: Row, field: string, report: Report): string {
  const text = readOptionalText(row, field, report);
  if (text === null) report(field, 'is required');
  return text ?? '';
}

function readOptionalText(row: Row, field: string, report: Report): string | null {
  const value = row[field] ?? null;
  if (value === null) return null;
  const text = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  if (text.length === 0 || text.length > 80) report(field, 'must be text of 1 to 80 characters');
  return text;
}

function readAliases(value: unknown, report: Report): readonly string[] {
  const aliases = value ?? [];
  if (Array.isArray(aliases) && aliases.length <= aliasesMax && aliases.every(isAlias))
    return Object.freeze(aliases.map((alias) => alias.normalize('NFC').trim()));
  report('aliases', `must be a list of at most ${aliasesMax} texts of 1 to 80 characters`);
  return [];
}

function isAlias(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length > 0 && value.length <= 80;
}

function readCenter(value: unknown, report: Report): Zone['center'] {
  const { lat, lng } = isRow(value) ? value : {};
  if (typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
    return Object.freeze({ lat, lng });
  report('center', 'must be {lat, lng} with lat -90 to 90 and lng -180 to 180');
  return { lat: 0, lng: 0 };
}

/** The middle of the box around a border, for a drawn zone that names none. */
function middleOf(geometry: ZoneGeometry): Zone['center'] {
  const { south, north, west, east } = boxAround(geometry);
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

type RadiusInput = {
  readonly value: unknown;
  readonly kind: ZoneKind;
  readonly geometry: ZoneGeometry | null;
  readonly center: Point;
};

/** A drawn zone's radius is the way to the farthest point of its border. */
function radiusOf({ value, kind, geometry, center }: RadiusInput, report: Report): number {
  if (value === null && geometry !== null) {
    const positions =
      geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
    const farthestKm = positions.reduce(
      (most, [lng, lat]) => Math.max(most, measureDistance(center, { lat, lng })),
      0,
    );
    return Math.ceil(farthestKm * 10) / 10;
  }
  const radius = value === null && kind === 'country' ? countryRadiusKm : value;
  if (typeof radius === 'number' && radius > 0 && radius <= radiusKmMax) return radius;
  report(
    'radius_km',
    `must be a number above 0 and at most ${radiusKmMax}; only a country or a drawn zone may leave it out`,
  );
  return 0;
}

function readLevels(value: unknown, report: Report): readonly ServiceLevel[] {
  const levels: unknown = value ?? ['standard', 'express'];
  const known = serviceLevels.filter((level) => Array.isArray(levels) && levels.includes(level));
  if (!Array.isArray(levels) || known.length === 0 || known.length !== levels.length) {
    report('service_levels', `must be a list of different words of ${serviceLevels.join(', ')}`);
  }
  return Object.freeze(known);
}

function readBaseFee(value: unknown, { currency }: SilentFields, report: Report): bigint | null {
  if (value === undefined || value === null) return null;
  const amount = typeof value === 'number' || typeof value === 'string' ? parseAmount(value, currency) : null;
  if (amount?.ok === true) return amount.minor;
  report('base_fee', amount?.message ?? 'must be an amount in major units');
  return null;
}

function readFlag(row: Row, field: string, report: Report): boolean {
  const value = row[field] ?? true;
  if (typeof value !== 'boolean') report(field, 'must be true or false');
  return value === true;
}

type NumberRule = {
  readonly field: string;
  readonly least: number;
  readonly most: number;
  readonly silent: number;
};

function readNumber(value: unknown, { field, least, most, silent }: NumberRule, report: Report): number {
  const number = value ?? silent;
  if (typeof number === 'number' && number >= least && number <= most) return number;
  report(field, `must be a number from ${least} to ${most}`);
  return silent;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
