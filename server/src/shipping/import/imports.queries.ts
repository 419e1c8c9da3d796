import type { Currency, ImportRowStatus, ImportStatus } from '@cottontree/contract';
import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { json, nullable, statement, text, type Json, type Runner, type ValuesOf } from '../../store/index.ts';
import type { RowError } from './row-errors.ts';

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

const list = statement({
  name: 'imports.list',
  params: {
    ...KEY,
    status: 'text?',
    before_at: 'timestamptz',
    before_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(ROW) },
  sql: `WITH wanted AS (SELECT ${COLUMNS} FROM imports i WHERE ${MINE} AND (:status::text IS NULL OR i.status = :status)),
          page AS (SELECT * FROM wanted WHERE (created_at, id) < (:before_at, :before_id) ORDER BY created_at DESC, id DESC LIMIT :rows_max::int4 OFFSET :offset::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.created_at DESC, p.id DESC`,
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
const listRows = statement({
  name: 'imports.listRows',
  params: { ...KEY, id: 'text', status: 'text?', after_row: 'int4', rows_max: 'int4', offset: 'int4' },
  row: { total: 'int8', ...orNull(SETTLED) },
  sql: `WITH wanted AS (
          SELECT ${Object.keys(SETTLED).join(', ')} FROM import_rows WHERE merchant_id = :merchant_id AND livemode = :livemode AND import_id = :id AND (:status::text IS NULL OR status = :status)
        ), page AS (SELECT * FROM wanted WHERE row > :after_row ORDER BY row LIMIT :rows_max::int4 OFFSET :offset::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.row`,
});

const rivals = statement({
  name: 'imports.rivals',
  params: { ...KEY, order_numbers: 'text[]' },
  row: { order_number: 'text', job_number: 'text' },
  sql: `SELECT DISTINCT ON (d.order_number) d.order_number, d.job_number FROM deliveries d
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.order_number = ANY (:order_numbers) AND d.status IN ('pending', 'assigned', 'picked_up', 'in_transit') ORDER BY d.order_number, d.created_at`,
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
export type ImportsWanted = {
  readonly status: string | null;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};
export type ImportRowsWanted = {
  readonly id: string;
  readonly status: string | null;
  readonly afterRow: number;
  readonly offset: number;
  readonly rowsMax: number;
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

const LATEST: Position = { at: new Date('9999-12-31T00:00:00Z'), id: '' };

/** A tenant's imports, newest first. */
export async function listImportRecords(
  runner: Runner,
  tenant: Tenant,
  { status, after, offset, rowsMax }: ImportsWanted,
) {
  const { at, id } = after ?? LATEST;
  return splitTotal<ImportRecord>(
    await runner.run(list, {
      ...keyOf(tenant),
      status,
      before_at: at,
      before_id: id,
      rows_max: rowsMax,
      offset,
    }),
    'id',
  );
}

/** Undefined where it is not at work. */
export async function cancelImportRecord(
  runner: Runner,
  tenant: Tenant,
  cancelled: { readonly id: string; readonly now: Date },
): Promise<ImportRecord | undefined> {
  return (await runner.run(cancel, { ...keyOf(tenant), ...cancelled }))[0];
}

/** The rows of an import in the order of its file. */
export async function listRowsOfImport(
  runner: Runner,
  tenant: Tenant,
  { id, status, afterRow, offset, rowsMax }: ImportRowsWanted,
) {
  return splitTotal<ImportRowRecord>(
    await runner.run(listRows, {
      ...keyOf(tenant),
      id,
      status,
      after_row: afterRow,
      rows_max: rowsMax,
      offset,
    }),
    'row',
  );
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
