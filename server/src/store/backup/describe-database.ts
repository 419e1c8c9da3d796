import type pg from 'pg';
import { MARK_TABLE } from '../move/house-mark.ts';
import type { BackedUpSequence, BackedUpTable } from './manifest.ts';

/** Written by migrations' own runner, not restored as data. */
export const HISTORY_TABLE = 'schema_migrations';

const TABLES_SQL = `
  SELECT c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    coalesce((SELECT array_agg(right(p.relname, 8) ORDER BY p.relname) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
      WHERE i.inhparent = c.oid AND p.relname ~ ('^' || c.relname || '_[0-9]{8}$')), '{}') AS days,
    coalesce((SELECT array_agg(DISTINCT f.relname::text) FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid), '{}') AS refers_to
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p' AND c.relname NOT IN ('${HISTORY_TABLE}', '${MARK_TABLE}')
  ORDER BY c.relname`;

const SEQUENCES_SQL = `
  SELECT c.relname AS "table", a.attname AS "column", pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text AS value
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p' AND a.attnum > 0 AND NOT a.attisdropped
    AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL
  ORDER BY 1, 2`;

export type FoundTable = Omit<BackedUpTable, 'rows'>;

/** The tables whose rows are worth keeping, each after those it refers to: not what lives in memory only, nor single partitions. */
export async function findTables(client: pg.Client): Promise<readonly FoundTable[]> {
  const { rows } = await client.query<FoundTable & { readonly refers_to: readonly string[] }>(TABLES_SQL);
  const ordered = new Map<string, FoundTable>();
  const place = (name: string, path: readonly string[]): void => {
    const table = rows.find((row) => row.name === name);
    if (!table || ordered.has(name)) return;
    if (path.includes(name))
      throw new Error(`The tables ${[...path, name].join(' → ')} refer to each other in a circle.`);
    for (const other of table.refers_to) place(other, [...path, name]);
    ordered.set(name, { name, columns: table.columns, days: table.days });
  };
  for (const { name } of rows) place(name, []);
  return [...ordered.values()];
}

/** The sequences that have given out a number, by the column they belong to. */
export async function findSequences(client: pg.Client): Promise<readonly BackedUpSequence[]> {
  const { rows } = await client.query<{
    readonly table: string;
    readonly column: string;
    readonly value: string | null;
  }>(SEQUENCES_SQL);
  return rows.flatMap(({ table, column, value }) => (value === null ? [] : [{ table, column, value }]));
}

/** The newest migration that was applied, 0 for none. */
export async function findSchemaVersion(client: pg.Client): Promise<number> {
  const known = await client.query<{ readonly known: boolean }>(
    `SELECT to_regclass('${HISTORY_TABLE}') IS NOT NULL AS known`,
  );
  if (!known.rows[0]?.known) return 0;
  const { rows } = await client.query<{ readonly version: number }>(
    `SELECT coalesce(max(version), 0) AS version FROM ${HISTORY_TABLE}`,
  );
  return rows[0]?.version ?? 0;
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ readonly rows: string }>(
    `SELECT count(*) AS rows FROM ${client.escapeIdentifier(table)}`,
  );
  return Number(rows[0]?.rows ?? 0);
}

/** So that the same value is the same text on every server: for the transaction under way, or for the whole session. */
export function textSettingsSql(isLocal: boolean): string {
  const set = TEXT_SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`);
  return `SELECT ${set.join(', ')}`;
}

const TEXT_SETTINGS = [
  ['TimeZone', 'UTC'],
  ['DateStyle', 'ISO, YMD'],
  ['IntervalStyle', 'iso_8601'],
  ['extra_float_digits', '1'],
  ['bytea_output', 'hex'],
  ['client_encoding', 'UTF8'],
] as const;
