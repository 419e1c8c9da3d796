import type { StockCount } from '@cottontree/contract';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { nullable, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const KEY = { ...TENANT, id: 'text' } as const;
const COUNT = {
  id: 'text',
  client_id: 'text?',
  content_hash: 'bytea',
  location_id: 'text',
  status: text<StockCount['status']>(),
  note: 'text?',
  created_at: 'timestamptz',
  submitted_at: 'timestamptz?',
  cancelled_at: 'timestamptz?',
} as const;
const SHOWN = { ...COUNT, lines: 'int8', counted: 'int8', different: 'int8' } as const;
const COLUMNS = Object.keys(COUNT)
  .map((name) => `c.${name}`)
  .join(', ');
/** A count with how far it has come. */
const FROM = `(SELECT ${COLUMNS}, c.merchant_id, c.livemode, l.* FROM stock_counts c CROSS JOIN LATERAL (
    SELECT count(*) AS lines, count(l.counted) AS counted, count(*) FILTER (WHERE l.counted <> l.expected) AS different FROM stock_count_lines l WHERE l.merchant_id = c.merchant_id AND l.livemode = c.livemode AND l.count_id = c.id
  ) AS l) AS c`;
const SHOWN_COLUMNS = Object.keys(SHOWN)
  .map((name) => `c.${name}`)
  .join(', ');

const insert = statement({
  name: 'stockCounts.insert',
  params: {
    ...KEY,
    client_id: 'text?',
    content_hash: 'bytea',
    location_id: 'text',
    note: 'text?',
    created_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO stock_counts (merchant_id, livemode, id, client_id, content_hash, location_id, status, note, created_at) VALUES (:merchant_id, :livemode, :id, :client_id, :content_hash, :location_id, 'open', :note, :created_at) ON CONFLICT DO NOTHING RETURNING id`,
});

const find = statement({
  name: 'stockCounts.find',
  params: KEY,
  row: SHOWN,
  sql: `SELECT ${SHOWN_COLUMNS} FROM ${FROM} WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :id`,
});

const findByClient = statement({
  name: 'stockCounts.findByClient',
  params: { ...TENANT, client_id: 'text' },
  row: SHOWN,
  sql: `SELECT ${SHOWN_COLUMNS} FROM ${FROM} WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.client_id = :client_id`,
});

/** Nobody else changes the count until this transaction is over. */
const lock = statement({
  name: 'stockCounts.lock',
  params: KEY,
  row: COUNT,
  sql: `SELECT ${COLUMNS} FROM stock_counts c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :id FOR UPDATE`,
});

const end = statement({
  name: 'stockCounts.end',
  params: { ...KEY, status: text<StockCount['status']>(), at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE stock_counts SET status = :status, submitted_at = CASE :status WHEN 'submitted' THEN :at::timestamptz END, cancelled_at = CASE :status WHEN 'cancelled' THEN :at::timestamptz END
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'open' RETURNING id`,
});

const list = statement({
  name: 'stockCounts.list',
  params: {
    ...TENANT,
    location_id: 'text?',
    status: nullable(text<StockCount['status']>()),
    after_at: 'timestamptz?',
    after_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(SHOWN) },
  sql: `WITH found AS (SELECT id, created_at FROM stock_counts WHERE merchant_id = :merchant_id AND livemode = :livemode AND (:location_id::text IS NULL OR location_id = :location_id) AND (:status::text IS NULL OR status = :status)),
        page AS (SELECT id FROM found WHERE :after_at::timestamptz IS NULL OR (created_at, id) < (:after_at, :after_id) ORDER BY created_at DESC, id DESC LIMIT :rows_max::int4 OFFSET :offset::int4)
        SELECT t.total, ${SHOWN_COLUMNS} FROM (SELECT count(*) AS total FROM found) t LEFT JOIN ${FROM} ON c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id IN (SELECT id FROM page) ORDER BY c.created_at DESC, c.id DESC`,
});

export type CountRow = ValuesOf<typeof COUNT>;
export type ShownCountRow = ValuesOf<typeof SHOWN>;
export type CountKey = { readonly tenant: Tenant; readonly id: string };
export type NewCount = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>;
export type CountsWanted = {
  readonly locationId: string | null;
  readonly status: StockCount['status'] | null;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** False where the client_id came before. */
export async function insertCount(runner: Runner, tenant: Tenant, count: NewCount): Promise<boolean> {
  return (await runner.run(insert, { ...keyOf(tenant), ...count })).length === 1;
}

export async function findCount(
  runner: Runner,
  { tenant, id }: CountKey,
): Promise<ShownCountRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function findCountByClient(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<ShownCountRow | undefined> {
  return (await runner.run(findByClient, { ...keyOf(tenant), client_id: clientId }))[0];
}

export async function lockCount(runner: Runner, { tenant, id }: CountKey): Promise<CountRow | undefined> {
  return (await runner.run(lock, { ...keyOf(tenant), id }))[0];
}

/** Ends a count that is open. */
export async function endCount(
  runner: Runner,
  { tenant, id }: CountKey,
  { status, at }: { readonly status: 'submitted' | 'cancelled'; readonly at: Date },
): Promise<void> {
  await runner.run(end, { ...keyOf(tenant), id, status, at });
}

export async function listCountRows(
  runner: Runner,
  tenant: Tenant,
  { locationId, status, after, rowsMax, offset }: CountsWanted,
) {
  return splitTotal<ShownCountRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      location_id: locationId,
      status,
      after_at: after?.at ?? null,
      after_id: after?.id ?? '',
      rows_max: rowsMax,
      offset,
    }),
    'id',
  );
}
