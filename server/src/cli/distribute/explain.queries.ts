import type { Client } from 'pg';
import type { AnyStatement } from '../../store/index.ts';

/** A step of a plan, as far as it matters where its rows lie. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
} & Readonly<Record<string, unknown>>;

/**
 * Whether it plans for parameters that it does not know, as PostgreSQL 16 learnt to; until the end of the transaction it
 * goes by indexes, however small the tables are.
 */
export async function preparePlans(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ tells: boolean }>(
    "SELECT current_setting('server_version_num')::int >= 160000 AS tells, set_config('enable_seqscan', 'off', true)",
  );
  return rows[0]?.tells === true;
}

/** How PostgreSQL would run a statement whose parameters it does not know; runs nothing. */
export async function explain(client: Client, { sql }: AnyStatement): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${sql}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('PostgreSQL gave no plan.');
  return plan;
}

/** Which table a partition belongs to, and where in a table's rows the merchant stands. */
export async function readPlaces(client: Client): Promise<ReadonlyMap<string, TablePlace>> {
  const { rows } = await client.query<{ name: string; table: string; merchant_at: number | null }>(
    `SELECT c.relname AS name, coalesce(p.relname, c.relname) AS table, (SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'merchant_id') AS merchant_at
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
  );
  return new Map(rows.map(({ name, table, merchant_at: merchantAt }) => [name, { table, merchantAt }]));
}

export type TablePlace = { readonly table: string; readonly merchantAt: number | null };
