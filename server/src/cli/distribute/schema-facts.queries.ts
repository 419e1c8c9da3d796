import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

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
} as const;
const FOREIGN = {
  name: 'text',
  table: 'text',
  target: 'text',
  definition: 'text',
  aligned: 'bool',
  empties: 'bool',
} as const;
const TRIGGER = { table: 'text', name: 'text' } as const;
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
          coalesce(array_position(x.indkey::int2[], t.merchant_at) < x.indnkeyatts, false) AS by_merchant, x.indisprimary AS is_primary
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
  sql: `SELECT t.name AS table, g.tgname::text AS name FROM pg_trigger g JOIN (${OWN_TABLES}) t ON t.oid = g.tgrelid
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
