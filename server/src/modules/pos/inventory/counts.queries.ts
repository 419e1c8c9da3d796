import type { StockCount } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { stockCountStatuses } from '@cottontree/contract';

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
/** How far a count has come. */
const PROGRESS = `CROSS JOIN LATERAL (
    SELECT count(*) AS lines, count(l.counted) AS counted, count(*) FILTER (WHERE l.counted <> l.expected) AS different FROM stock_count_lines l WHERE l.merchant_id = c.merchant_id AND l.livemode = c.livemode AND l.count_id = c.id
  ) AS l`;
const FROM = `(SELECT ${COLUMNS}, c.merchant_id, c.livemode, l.* FROM stock_counts c ${PROGRESS}) AS c`;
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

/** A merchant's counts. */
export const countList = list('listStockCounts', {
  from: 'stock_counts c',
  row: SHOWN,
  select: `${COLUMNS}, l.lines, l.counted, l.different`,
  joins: PROGRESS,
  filters: {
    location_id: equal('c.location_id'),
    status: several('c.status', stockCountStatuses),
  },
  sorts: { created_at: byTime('c.created_at') },
});

export type CountRow = ValuesOf<typeof COUNT>;
export type ShownCountRow = ValuesOf<typeof SHOWN>;
export type CountKey = { readonly tenant: Tenant; readonly id: string };
export type NewCount = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>;

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
