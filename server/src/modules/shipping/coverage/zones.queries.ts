import type { Currency, ServiceLevel, ZoneKind } from '@cottontree/contract';
import {
  json,
  nullable,
  statement,
  text,
  texts,
  type Json,
  type Runner,
  type ValuesOf,
} from '../../../store/index.ts';
import type { OpeningHours, Zone, ZoneGeometry } from './zone.ts';

const ROW = {
  id: 'text',
  code: 'text',
  name: 'text',
  aliases: 'text[]',
  kind: text<ZoneKind>(),
  city: 'text',
  district: 'text',
  lat: 'float8',
  lng: 'float8',
  radius_km: 'float8',
  geometry: nullable(json<ZoneGeometry>()),
  service_levels: texts<ServiceLevel>(),
  hours: json<readonly OpeningHours[]>(),
  base_fee: 'int8?',
  currency: text<Currency>(),
  cod_available: 'bool',
  max_weight_kg: 'float8',
  estimated_minutes: 'int4',
  confidence: 'text?',
  active: 'bool',
} as const;
const NAMES = Object.keys(ROW);
const TYPED = Object.entries(ROW)
  .map(([name, type]) => `${name} ${type.replace('?', '')}`)
  .join(', ');
/** What a later import may change: all but the id, by which deliveries and addresses know the zone. */
const CHANGEABLE = NAMES.filter((name) => name !== 'id' && name !== 'code');
const EXCLUDED = CHANGEABLE.map((name) => `excluded.${name}`).join(', ');

const upsert = statement({
  name: 'zones.upsert',
  params: { zones: 'jsonb', updated_at: 'timestamptz' },
  row: { added: 'bool' },
  sql: `INSERT INTO zones (${NAMES.join(', ')}, updated_at)
        SELECT ${NAMES.join(', ')}, :updated_at FROM jsonb_to_recordset(:zones) AS z(${TYPED}) ORDER BY code
        ON CONFLICT (code) DO UPDATE SET (${CHANGEABLE.join(', ')}, updated_at, version) = ROW (${EXCLUDED}, excluded.updated_at, zones.version + 1)
          WHERE (${CHANGEABLE.map((name) => `zones.${name}`).join(', ')}) IS DISTINCT FROM (${EXCLUDED})
        RETURNING xmax = 0 AS added`,
});

const all = statement({
  name: 'zones.all',
  params: {},
  row: ROW,
  sql: `SELECT ${NAMES.join(', ')} FROM zones ORDER BY code`,
});

const insert = statement({
  name: 'zones.insert',
  params: { zone: 'jsonb', updated_at: 'timestamptz' },
  row: { version: 'int4' },
  sql: `INSERT INTO zones (${NAMES.join(', ')}, updated_at)
        SELECT ${NAMES.join(', ')}, :updated_at FROM jsonb_to_record(:zone) AS z(${TYPED}) ON CONFLICT DO NOTHING RETURNING version`,
});

const find = statement({
  name: 'zones.find',
  params: { wanted: 'text' },
  row: { ...ROW, version: 'int4' },
  sql: `SELECT ${NAMES.join(', ')}, version FROM zones WHERE id = :wanted OR code = :wanted ORDER BY id = :wanted DESC LIMIT 1`,
});

const change = statement({
  name: 'zones.change',
  params: { zone: 'jsonb', updated_at: 'timestamptz', version: 'int4' },
  row: { version: 'int4' },
  sql: `UPDATE zones SET (${CHANGEABLE.join(', ')}, updated_at, version) = (SELECT ${CHANGEABLE.map((name) => `z.${name}`).join(', ')}, :updated_at::timestamptz, zones.version + 1 FROM jsonb_to_record(:zone) AS z(${TYPED}))
        WHERE id = :zone::jsonb ->> 'id' AND version = :version RETURNING version`,
});

const state = statement({
  name: 'zones.state',
  params: {},
  row: { zones: 'int4', updated_at: 'timestamptz?' },
  sql: 'SELECT count(*)::int4 AS zones, max(updated_at) AS updated_at FROM zones',
});

export type ZonesWritten = { readonly added: number; readonly changed: number };

/** Adds zones and changes those whose code is known; a zone that is the same already is left alone. */
export async function upsertZones(system: Runner, zones: readonly Zone[], at: Date): Promise<ZonesWritten> {
  const rows = await system.run(upsert, { zones: zones.map(rowOf), updated_at: at });
  const added = rows.filter((row) => row.added).length;
  return { added, changed: rows.length - added };
}

/** Every zone, inactive ones included, by code. */
export async function listAllZones(runner: Runner): Promise<readonly Zone[]> {
  return (await runner.run(all, {})).map(zoneOf);
}

export type FoundZone = { readonly zone: Zone; readonly version: number };

/** A zone by its id or code, and which version of it that is. */
export async function findZone(runner: Runner, idOrCode: string): Promise<FoundZone | undefined> {
  const [row] = await runner.run(find, { wanted: idOrCode });
  if (!row) return undefined;
  const { version, ...zone } = row;
  return { zone: zoneOf(zone), version };
}

/** False where a zone of this code is there. */
export async function insertZone(system: Runner, zone: Zone, at: Date): Promise<boolean> {
  return (await system.run(insert, { zone: rowOf(zone), updated_at: at })).length === 1;
}

/** The version that the zone has now; undefined when it is no longer at the one it was changed from. */
export async function changeZone(
  system: Runner,
  zone: Zone,
  { at, version }: { readonly at: Date; readonly version: number },
): Promise<number | undefined> {
  return (await system.run(change, { zone: rowOf(zone), updated_at: at, version }))[0]?.version;
}

/** How many zones there are and when one was last written: changes whenever the list does. */
export async function findZonesState(
  runner: Runner,
): Promise<{ readonly zones: number; readonly updatedAt: Date | null }> {
  const [row] = await runner.run(state, {});
  return { zones: row?.zones ?? 0, updatedAt: row?.updated_at ?? null };
}

function rowOf(zone: Zone): Json {
  const { center, geometry, hours, base_fee, ...columns } = zone;
  return { ...columns, ...center, geometry, hours, base_fee: base_fee === null ? null : String(base_fee) };
}

/** The row was a checked zone when it was written, so its words and shapes hold. */
function zoneOf({ lat, lng, ...row }: ValuesOf<typeof ROW>): Zone {
  return Object.freeze({
    ...row,
    center: Object.freeze({ lat, lng }),
    kind: row.kind,
    currency: row.currency,
    geometry: row.geometry,
    service_levels: row.service_levels,
    hours: row.hours,
  });
}
