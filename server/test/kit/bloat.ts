import type { ClientConfig } from 'pg';
import { look } from './shop.ts';

/** A table with its indexes and long values: what it takes on the disk, and how much less that is once it is written anew. */
export type Bloat = { readonly table: string; readonly bytes: number; readonly idleBytes: number };

const SIZES = `SELECT oid::regclass::text AS "table", pg_total_relation_size(oid)::text AS bytes
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

/** Writes every table anew and tells what that saved, most first. Nobody else works on the database meanwhile. */
export async function measureBloat(connection: ClientConfig): Promise<readonly Bloat[]> {
  const before = await sizes(connection);
  await look(connection, 'VACUUM FULL');
  const after = await sizes(connection);
  return [...before]
    .map(([table, bytes]) => ({ table, bytes, idleBytes: bytes - (after.get(table) ?? 0) }))
    .toSorted((one, other) => other.idleBytes - one.idleBytes);
}

async function sizes(connection: ClientConfig): Promise<ReadonlyMap<string, number>> {
  const rows = await look(connection, SIZES);
  return new Map(rows.map((row) => [String(row['table']), Number(row['bytes'])]));
}
