import type { Client } from 'pg';
import { statement, type AnyStatement, type Runner, type ValuesOf } from '../../store/index.ts';

const TABLES = {
  name: 'text',
  /** It says of each of its rows whose it is, and in which mode. */
  of_merchants: 'bool',
} as const;
const UNIQUE = {
  name: 'text',
  table: 'text',
  columns: 'text',
  within: 'text?',
  by_merchant: 'bool',
  is_primary: 'bool',
  is_constraint: 'bool',
  definition: 'text',
} as const;
const FOREIGN = {
  name: 'text',
  table: 'text',
  target: 'text',
  definition: 'text',
  aligned: 'bool',
  empties: 'bool',
} as const;
const TRIGGER = { table: 'text', name: 'text', calls: 'text' } as const;
const IDENTITY = { table: 'text', column: 'text', type: 'text' } as const;
const ROUTINE = {
  name: 'text',
  signature: 'text',
  merchant: 'text?',
  as_owner: 'bool',
  of_tables: 'bool',
  of_couriers: 'bool',
} as const;

const OWN_TABLES = `SELECT c.oid, c.relname::text AS name,
  (SELECT count(*) = 2 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('merchant_id', 'livemode') AND a.attnotnull) AS of_merchants,
  (SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'merchant_id') AS merchant_at
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

const tables = statement({
  name: 'distribute.tables',
  params: {},
  row: TABLES,
  sql: `SELECT t.name, t.of_merchants FROM (${OWN_TABLES}) t ORDER BY t.name`,
});

const uniques = statement({
  name: 'distribute.uniqueIndexes',
  params: {},
  row: UNIQUE,
  sql: `SELECT i.relname::text AS name, t.name AS table, pg_get_expr(x.indpred, x.indrelid) AS within,
          array_to_string(ARRAY(SELECT pg_get_indexdef(x.indexrelid, n, true) FROM generate_series(1, x.indnkeyatts::int) AS n), ', ') AS columns,
          coalesce(array_position(x.indkey::int2[], t.merchant_at) < x.indnkeyatts, false) AS by_merchant, x.indisprimary AS is_primary,
          EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype = 'u') AS is_constraint, pg_get_indexdef(x.indexrelid) AS definition
        FROM (${OWN_TABLES}) t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid
        WHERE x.indisunique OR x.indisexclusion ORDER BY 2, 1`,
});

const foreignKeys = statement({
  name: 'distribute.foreignKeys',
  params: {},
  row: FOREIGN,
  sql: `SELECT c.conname::text AS name, t.name AS table, o.name AS target, pg_get_constraintdef(c.oid) AS definition,
          c.confdeltype IN ('n', 'd') OR c.confupdtype IN ('n', 'd') AS empties,
          EXISTS (SELECT FROM unnest(c.conkey, c.confkey) AS pair (own, other) WHERE pair.own = t.merchant_at AND pair.other = o.merchant_at) AS aligned
        FROM pg_constraint c JOIN (${OWN_TABLES}) t ON t.oid = c.conrelid JOIN (${OWN_TABLES}) o ON o.oid = c.confrelid
        WHERE c.contype = 'f' AND c.conparentid = 0 ORDER BY 2, 1`,
});

const triggers = statement({
  name: 'distribute.triggers',
  params: {},
  row: TRIGGER,
  sql: `SELECT t.name AS table, g.tgname::text AS name, p.proname::text AS calls FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid JOIN (${OWN_TABLES}) t ON t.oid = g.tgrelid
        WHERE NOT g.tgisinternal AND g.tgparentid = 0 ORDER BY 1, 2`,
});

const identities = statement({
  name: 'distribute.identities',
  params: {},
  row: IDENTITY,
  sql: `SELECT t.name AS table, a.attname::text AS column, a.atttypid::regtype::text AS type FROM pg_attribute a JOIN (${OWN_TABLES}) t ON t.oid = a.attrelid
        WHERE a.attidentity <> '' ORDER BY 1, 2`,
});

/** For whom a function is called stands in its first argument, if it is for one merchant. */
const routines = statement({
  name: 'distribute.functions',
  params: {},
  row: ROUTINE,
  sql: `SELECT p.proname::text AS name, p.oid::regprocedure::text AS signature, p.prosecdef AS as_owner, p.prorettype = 'trigger'::regtype AS of_tables,
          (SELECT a FROM unnest(p.proargnames) AS a WHERE a IN ('tenant_merchant', 'the_merchant') LIMIT 1) AS merchant,
          'driver' = ANY (p.proargnames) AS of_couriers
        FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`,
});

/** What the database says of its tables, keys, triggers and functions. */
export type SchemaFacts = {
  readonly tables: readonly ValuesOf<typeof TABLES>[];
  readonly uniques: readonly ValuesOf<typeof UNIQUE>[];
  readonly foreignKeys: readonly ValuesOf<typeof FOREIGN>[];
  readonly triggers: readonly ValuesOf<typeof TRIGGER>[];
  readonly identities: readonly ValuesOf<typeof IDENTITY>[];
  readonly functions: readonly ValuesOf<typeof ROUTINE>[];
};

export async function readSchemaFacts(runner: Runner): Promise<SchemaFacts> {
  return {
    tables: await runner.run(tables, {}),
    uniques: await runner.run(uniques, {}),
    foreignKeys: await runner.run(foreignKeys, {}),
    triggers: await runner.run(triggers, {}),
    identities: await runner.run(identities, {}),
    functions: await runner.run(routines, {}),
  };
}

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
