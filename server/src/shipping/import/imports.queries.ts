import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ROW = {
  id: 'text',
  livemode: 'bool',
  status: 'text',
  currency: 'text',
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
const MINE = 'i.merchant_id = $1 AND i.livemode = $2';

/** One import of a tenant is accepted at a time, so that there are never more than may be. */
const lock = statement({
  name: 'imports.lock',
  params: KEY,
  row: { locked: 'bool' },
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('imports ' || $1::text || ' ' || $2::bool::text, 0))`,
});

/** None where as many are at work as may be. Where every row has failed already, it has ended. */
const insert = statement({
  name: 'imports.insert',
  params: {
    ...KEY,
    id: 'text',
    key_id: 'text',
    currency: 'text',
    created_at: 'timestamptz',
    given: 'jsonb',
    at_work_max: 'int4',
  },
  row: ROW,
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset($7) AS g(row int, order_number text, body jsonb, errors jsonb)
        ), made AS (
          INSERT INTO imports AS i (merchant_id, livemode, id, key_id, status, currency, rows, failed, created_at, finished_at, leased_until, worked_at)
          SELECT $1, $2, $3, $4, CASE WHEN count(body) = 0 THEN 'failed' ELSE 'queued' END, $5, count(*), count(*) - count(body), $6, CASE WHEN count(body) = 0 THEN $6::timestamptz END, $6, $6 FROM given
          HAVING (SELECT count(*) FROM imports o WHERE o.merchant_id = $1 AND o.livemode = $2 AND o.status IN ('queued', 'running')) < $8
          RETURNING ${COLUMNS}
        ), filled AS (
          INSERT INTO import_rows (merchant_id, livemode, import_id, row, status, order_number, body, errors)
          SELECT $1, $2, i.id, g.row, CASE WHEN g.body IS NULL THEN 'failed' ELSE 'waiting' END, g.order_number, g.body, g.errors FROM made i, given g ORDER BY g.row
        )
        SELECT ${COLUMNS} FROM made i`,
});

const find = statement({
  name: 'imports.find',
  params: { ...KEY, id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM imports i WHERE ${MINE} AND i.id = $3`,
});

const errors = statement({
  name: 'imports.errors',
  params: { ...KEY, id: 'text', rows_max: 'int4' },
  row: { row: 'int4', errors: 'jsonb?' },
  sql: `SELECT r.row, r.errors FROM import_rows r WHERE r.merchant_id = $1 AND r.livemode = $2 AND r.import_id = $3 AND r.status = 'failed' ORDER BY r.row LIMIT $4::int4`,
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
  sql: `WITH wanted AS (SELECT ${COLUMNS} FROM imports i WHERE ${MINE} AND ($3::text IS NULL OR i.status = $3)),
          page AS (SELECT * FROM wanted WHERE (created_at, id) < ($4, $5) ORDER BY created_at DESC, id DESC LIMIT $6::int4 OFFSET $7::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.created_at DESC, p.id DESC`,
});

/** Rows under way at this moment become deliveries all the same, and are told as such. */
const cancel = statement({
  name: 'imports.cancel',
  params: { ...KEY, id: 'text', now: 'timestamptz' },
  row: ROW,
  sql: `WITH cancelled AS (
          UPDATE imports i SET status = 'cancelled', finished_at = $4 WHERE ${MINE} AND i.id = $3 AND i.status IN ('queued', 'running') RETURNING ${COLUMNS}
        ), dropped AS (
          UPDATE import_rows r SET status = 'cancelled', body = NULL FROM cancelled i WHERE r.merchant_id = $1 AND r.livemode = $2 AND r.import_id = i.id AND r.status = 'waiting'
        )
        SELECT ${COLUMNS} FROM cancelled i`,
});

const SETTLED = {
  row: 'int4',
  status: 'text',
  order_number: 'text?',
  job_number: 'text?',
  fee: 'int8?',
  errors: 'jsonb?',
} as const;
const listRows = statement({
  name: 'imports.listRows',
  params: { ...KEY, id: 'text', status: 'text?', after_row: 'int4', rows_max: 'int4', offset: 'int4' },
  row: { total: 'int8', ...orNull(SETTLED) },
  sql: `WITH wanted AS (
          SELECT ${Object.keys(SETTLED).join(', ')} FROM import_rows WHERE merchant_id = $1 AND livemode = $2 AND import_id = $3 AND ($4::text IS NULL OR status = $4)
        ), page AS (SELECT * FROM wanted WHERE row > $5 ORDER BY row LIMIT $6::int4 OFFSET $7::int4)
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.row`,
});

const rivals = statement({
  name: 'imports.rivals',
  params: { ...KEY, order_numbers: 'text[]' },
  row: { order_number: 'text', job_number: 'text' },
  sql: `SELECT DISTINCT ON (d.order_number) d.order_number, d.job_number FROM deliveries d
        WHERE d.merchant_id = $1 AND d.livemode = $2 AND d.order_number = ANY ($3) AND d.status IN ('pending', 'assigned', 'picked_up', 'in_transit') ORDER BY d.order_number, d.created_at`,
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
  readonly currency: string;
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
