import type { Currency, ImportRowStatus, ImportStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import {
  json,
  nullable,
  statement,
  text,
  type Json,
  type Runner,
  type ValuesOf,
} from '../../../store/index.ts';
import type { RowError } from './row-errors.ts';
import { several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';
import { importRowStatuses, importStatuses } from '@cottontree/contract';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  id: 'text',
  livemode: 'bool',
  status: text<ImportStatus>(),
  currency: text<Currency>(),
  rows: 'int4',
  created: 'int4',
  failed: 'int4',
  total_fee: 'int8',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW)
  .map((name) => `i.${name}`)
  .join(', ');
const MINE = 'i.merchant_id = :merchant_id AND i.livemode = :livemode';

/** One import of a tenant is accepted at a time, so that there are never more than may be. */
const lock = statement({
  name: 'imports.lock',
  params: KEY,
  row: { locked: 'bool' },
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('imports ' || :merchant_id::text || ' ' || :livemode::bool::text, 0))`,
});

/** None where as many are at work as may be. Where every row has failed already, it has ended. */
const insert = statement({
  name: 'imports.insert',
  params: {
    ...KEY,
    id: 'text',
    key_id: 'text',
    currency: text<Currency>(),
    created_at: 'timestamptz',
    given: 'jsonb',
    at_work_max: 'int4',
  },
  row: ROW,
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(:given) AS g(row int, order_number text, body jsonb, errors jsonb)
        ), made AS (
          INSERT INTO imports AS i (merchant_id, livemode, id, key_id, status, currency, rows, failed, created_at, finished_at, leased_until, worked_at)
          SELECT :merchant_id, :livemode, :id, :key_id, CASE WHEN count(body) = 0 THEN 'failed' ELSE 'queued' END, :currency, count(*), count(*) - count(body), :created_at, CASE WHEN count(body) = 0 THEN :created_at::timestamptz END, :created_at, :created_at FROM given
          HAVING (SELECT count(*) FROM imports o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.status IN ('queued', 'running')) < :at_work_max
          RETURNING ${COLUMNS}
        ), filled AS (
          INSERT INTO import_rows (merchant_id, livemode, import_id, row, status, order_number, body, errors)
          SELECT :merchant_id, :livemode, i.id, g.row, CASE WHEN g.body IS NULL THEN 'failed' ELSE 'waiting' END, g.order_number, g.body, g.errors FROM made i, given g ORDER BY g.row
        )
        SELECT ${COLUMNS} FROM made i`,
});

const find = statement({
  name: 'imports.find',
  params: { ...KEY, id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM imports i WHERE ${MINE} AND i.id = :id`,
});

const errors = statement({
  name: 'imports.errors',
  params: { ...KEY, id: 'text', rows_max: 'int4' },
  row: { row: 'int4', errors: nullable(json<readonly RowError[]>()) },
  sql: `SELECT r.row, r.errors FROM import_rows r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.import_id = :id AND r.status = 'failed' ORDER BY r.row LIMIT :rows_max::int4`,
});

/** Rows under way at this moment become deliveries all the same, and are told as such. */
const cancel = statement({
  name: 'imports.cancel',
  params: { ...KEY, id: 'text', now: 'timestamptz' },
  row: ROW,
  sql: `WITH cancelled AS (
          UPDATE imports i SET status = 'cancelled', finished_at = :now WHERE ${MINE} AND i.id = :id AND i.status IN ('queued', 'running') RETURNING ${COLUMNS}
        ), dropped AS (
          UPDATE import_rows r SET status = 'cancelled', body = NULL FROM cancelled i WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.import_id = i.id AND r.status = 'waiting'
        )
        SELECT ${COLUMNS} FROM cancelled i`,
});

const SETTLED = {
  row: 'int4',
  status: text<ImportRowStatus>(),
  order_number: 'text?',
  job_number: 'text?',
  fee: 'int8?',
  errors: nullable(json<readonly RowError[]>()),
} as const;

const rivals = statement({
  name: 'imports.rivals',
  params: { ...KEY, order_numbers: 'text[]' },
  row: { order_number: 'text', job_number: 'text' },
  sql: `SELECT DISTINCT ON (d.order_number) d.order_number, d.job_number FROM deliveries d
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.order_number = ANY (:order_numbers) AND d.status IN ('pending', 'assigned', 'picked_up', 'in_transit') ORDER BY d.order_number, d.created_at`,
});

/** A tenant's imports. */
export const importList = list('listImports', {
  from: 'imports i',
  row: ROW,
  filters: { status: several('i.status', importStatuses) },
  sorts: { created_at: byTime('i.created_at') },
});

/** What became of the rows of one import. */
export const importRowList = list('listImportRows', {
  from: 'import_rows r',
  row: SETTLED,
  id: 'r.row::text',
  given: { import_id: 'text' },
  where: 'r.import_id = :import_id',
  filters: { status: several('r.status', importRowStatuses) },
  sorts: { row: byText("to_char(r.row, 'FM0000000000')") },
});

export type ImportRecord = ValuesOf<typeof ROW>;
export type ImportRowRecord = ValuesOf<typeof SETTLED>;
/** A row as it was read: what to create, or why not. */
export type GivenRow = {
  readonly row: number;
  readonly order_number: string | null;
  readonly body: Json;
  readonly errors: Json;
};
export type NewImport = {
  readonly id: string;
  readonly key_id: string;
  readonly currency: Currency;
  readonly created_at: Date;
  readonly given: readonly GivenRow[];
  readonly at_work_max: number;
};

/** Keeps an import with all its rows; undefined where as many are at work as may be. */
export async function insertImport(
  tx: Runner,
  tenant: Tenant,
  made: NewImport,
): Promise<ImportRecord | undefined> {
  await tx.run(lock, keyOf(tenant));
  return (await tx.run(insert, { ...keyOf(tenant), ...made }))[0];
}

export async function findImport(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<ImportRecord | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** The first rows that failed. */
export async function failedRows(
  runner: Runner,
  tenant: Tenant,
  { id, rowsMax }: { readonly id: string; readonly rowsMax: number },
) {
  return runner.run(errors, { ...keyOf(tenant), id, rows_max: rowsMax });
}

/** Undefined where it is not at work. */
export async function cancelImportRecord(
  runner: Runner,
  tenant: Tenant,
  cancelled: { readonly id: string; readonly now: Date },
): Promise<ImportRecord | undefined> {
  return (await runner.run(cancel, { ...keyOf(tenant), ...cancelled }))[0];
}

/** For each order number that an active delivery has: that delivery. */
export async function activeOrders(
  runner: Runner,
  tenant: Tenant,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await runner.run(rivals, { ...keyOf(tenant), order_numbers: orderNumbers })).map((row) => [
      row.order_number,
      row.job_number,
    ]),
  );
}
