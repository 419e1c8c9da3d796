import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { TableOfTenants } from './erased-tables.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  status: text<'running' | 'done'>(),
  asked_at: 'timestamptz',
  asked_by: 'text',
  rows_found: 'int8?',
  rows_erased: 'int8',
  finished_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');
export type TestErasureRow = ValuesOf<typeof ROW>;

const find = statement({
  name: 'testErasures.find',
  params: TENANT,
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM test_erasures WHERE merchant_id = :merchant_id AND livemode = :livemode`,
});

/** One that runs stays as it is. */
const ask = statement({
  name: 'testErasures.ask',
  params: { ...TENANT, asked_at: 'timestamptz', asked_by: 'text', request_key: 'text?' },
  row: ROW,
  sql: `INSERT INTO test_erasures AS e (merchant_id, livemode, status, asked_at, asked_by, request_key)
        VALUES (:merchant_id, :livemode, 'running', :asked_at, :asked_by, :request_key)
        ON CONFLICT (merchant_id, livemode) DO UPDATE SET status = 'running', asked_at = excluded.asked_at, asked_by = excluded.asked_by, request_key = excluded.request_key,
          rows_found = NULL, rows_erased = 0, quiet_since = NULL, finished_at = NULL
        WHERE e.status = 'done' RETURNING ${COLUMNS}`,
});

const running = statement({
  name: 'testErasures.running',
  params: {},
  row: { merchant_id: 'text', counted: 'bool' },
  sql: `SELECT merchant_id, rows_found IS NOT NULL AS counted FROM test_erasures WHERE status = 'running' ORDER BY asked_at, merchant_id`,
});

const tables = statement({
  name: 'testErasures.tables',
  params: {},
  row: { name: 'text', root: 'text', named_by: 'text[]' },
  sql: `SELECT c.relname::text AS name, coalesce(r.relname, c.relname)::text AS root,
          ARRAY(SELECT DISTINCT n.relname::text FROM pg_constraint k JOIN pg_class n ON n.oid = k.conrelid WHERE k.contype = 'f' AND k.confrelid = c.oid AND k.conrelid <> c.oid) AS named_by
        FROM pg_class c LEFT JOIN pg_class r ON r.oid = pg_partition_root(c.oid)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
          AND (SELECT count(*) = 2 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('merchant_id', 'livemode') AND a.attnotnull)
        ORDER BY c.relname`,
});

const count = statement({
  name: 'testErasures.count',
  params: { merchant_id: 'text', tables: 'text[]' },
  row: { rows_found: 'int8?' },
  sql: `UPDATE test_erasures e SET rows_found = count_test_rows(:tables, e) WHERE e.merchant_id = :merchant_id AND e.status = 'running' RETURNING e.rows_found`,
});

/** Who finds that another node is at it leaves it to that. */
const erase = statement({
  name: 'testErasures.erase',
  params: { merchant_id: 'text', table: 'text', rows_max: 'int4' },
  row: { erased: 'int4' },
  sql: `WITH held AS MATERIALIZED (
          SELECT e FROM test_erasures e WHERE e.merchant_id = :merchant_id AND e.status = 'running' FOR UPDATE SKIP LOCKED
        ), gone AS MATERIALIZED (
          SELECT erase_test_rows(:table, h.e, :rows_max) AS erased FROM held h
        ), noted AS (
          UPDATE test_erasures e SET rows_erased = e.rows_erased + g.erased, quiet_since = NULL FROM gone g WHERE e.merchant_id = :merchant_id AND g.erased > 0
        )
        SELECT erased FROM gone`,
});

/** The first time nothing is found, it is noted since when. */
const rest = statement({
  name: 'testErasures.rest',
  params: { merchant_id: 'text', now: 'timestamptz', quiet_before: 'timestamptz' },
  row: { status: text<'running' | 'done'>() },
  sql: `UPDATE test_erasures SET quiet_since = coalesce(quiet_since, :now),
          status = CASE WHEN quiet_since <= :quiet_before THEN 'done' ELSE 'running' END, finished_at = CASE WHEN quiet_since <= :quiet_before THEN :now::timestamptz END
        WHERE merchant_id = :merchant_id AND status = 'running' RETURNING status`,
});

export async function findTestErasure(runner: Runner, tenant: Tenant): Promise<TestErasureRow | undefined> {
  return (await runner.run(find, keyOf(tenant)))[0];
}

type Asked = {
  readonly asked_at: Date;
  readonly asked_by: string;
  /** Of the request's Idempotency-Key; null without. */
  readonly request_key: string | null;
};

/** Has all test data of the merchant erased; undefined where that runs already. */
export async function askForTestErasure(
  runner: Runner,
  tenant: Tenant,
  asked: Asked,
): Promise<TestErasureRow | undefined> {
  return (await runner.run(ask, { ...keyOf(tenant), ...asked }))[0];
}

export type RunningErasure = { readonly merchantId: string; readonly counted: boolean };

/** Whose test data is being erased, the oldest wish first. */
export async function runningErasures(system: Runner): Promise<readonly RunningErasure[]> {
  return (await system.run(running, {})).map(({ merchant_id: merchantId, counted }) => ({
    merchantId,
    counted,
  }));
}

/** Every table with rows of merchants; of those in parts, each part. */
export async function tablesOfTenants(system: Runner): Promise<readonly TableOfTenants[]> {
  return system.run(tables, {});
}

/** Notes how many rows there are to erase. */
export async function countTestRows(
  system: Runner,
  merchantId: string,
  names: readonly string[],
): Promise<void> {
  await system.run(count, { merchant_id: merchantId, tables: names });
}

export type ErasedBatch = {
  readonly merchant_id: string;
  readonly table: string;
  readonly rows_max: number;
};

/** Erases some rows of a table and notes it, in one go; null while another node is at it. */
export async function eraseTestRows(system: Runner, batch: ErasedBatch): Promise<number | null> {
  return (await system.run(erase, batch))[0]?.erased ?? null;
}

/** Nothing was found: ends the erasing where that has been so since `quiet_before`; says whether it did. */
export async function restErasure(
  system: Runner,
  quiet: ValuesOf<(typeof rest)['params']>,
): Promise<boolean> {
  return (await system.run(rest, quiet))[0]?.status === 'done';
}
