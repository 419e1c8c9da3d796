import type { StockTransfer } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { matching, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { stockTransferStatuses } from '@cottontree/contract';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const KEY = { ...TENANT, id: 'text' } as const;
const TRANSFER = {
  id: 'text',
  client_id: 'text?',
  content_hash: 'bytea',
  from_location_id: 'text',
  to_location_id: 'text',
  status: text<StockTransfer['status']>(),
  lines: json<readonly TransferLine[]>(),
  note: 'text?',
  sent_at: 'timestamptz',
  received_at: 'timestamptz?',
  cancelled_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(TRANSFER).join(', ');

const insert = statement({
  name: 'stockTransfers.insert',
  params: { ...TENANT, ...TRANSFER },
  row: TRANSFER,
  sql: `INSERT INTO stock_transfers (merchant_id, livemode, ${COLUMNS}) VALUES (:merchant_id, :livemode, :id, :client_id, :content_hash, :from_location_id, :to_location_id, :status, :lines, :note, :sent_at, :received_at, :cancelled_at) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'stockTransfers.find',
  params: KEY,
  row: TRANSFER,
  sql: `SELECT ${COLUMNS} FROM stock_transfers WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

const findByClient = statement({
  name: 'stockTransfers.findByClient',
  params: { ...TENANT, client_id: 'text' },
  row: TRANSFER,
  sql: `SELECT ${COLUMNS} FROM stock_transfers WHERE merchant_id = :merchant_id AND livemode = :livemode AND client_id = :client_id`,
});

/** Ends a transfer that is on its way; of two at once one finds it ended. */
const end = statement({
  name: 'stockTransfers.end',
  params: {
    ...KEY,
    status: text<StockTransfer['status']>(),
    lines: json<readonly TransferLine[]>(),
    at: 'timestamptz',
  },
  row: TRANSFER,
  sql: `UPDATE stock_transfers SET status = :status, lines = :lines, received_at = CASE :status WHEN 'received' THEN :at::timestamptz END, cancelled_at = CASE :status WHEN 'cancelled' THEN :at::timestamptz END
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'sent' RETURNING ${COLUMNS}`,
});

/** Quantities in thousandths, as text. */
export type TransferLine = {
  readonly line: number;
  readonly variant_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly variant_name: string | null;
  readonly sku: string | null;
  readonly quantity: string;
  readonly received: string | null;
};
export type TransferRow = ValuesOf<typeof TRANSFER>;
export type TransferKey = { readonly tenant: Tenant; readonly id: string };

/** A merchant's transfers. */
export const transferList = list('listStockTransfers', {
  from: 'stock_transfers t',
  row: TRANSFER,
  filters: {
    location_id: matching((id) => `${id} IN (t.from_location_id, t.to_location_id)`),
    status: several('t.status', stockTransferStatuses),
  },
  sorts: { sent_at: byTime('t.sent_at') },
});

/** Undefined where the client_id came before. */
export async function insertTransfer(
  runner: Runner,
  tenant: Tenant,
  row: TransferRow,
): Promise<TransferRow | undefined> {
  return (await runner.run(insert, { ...keyOf(tenant), ...row }))[0];
}

export async function findTransfer(
  runner: Runner,
  { tenant, id }: TransferKey,
): Promise<TransferRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function findTransferByClient(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<TransferRow | undefined> {
  return (await runner.run(findByClient, { ...keyOf(tenant), client_id: clientId }))[0];
}

/** Undefined where it was not on its way any more. */
export async function endTransfer(
  runner: Runner,
  { tenant, id }: TransferKey,
  {
    status,
    lines,
    at,
  }: {
    readonly status: 'received' | 'cancelled';
    readonly lines: readonly TransferLine[];
    readonly at: Date;
  },
): Promise<TransferRow | undefined> {
  return (await runner.run(end, { ...keyOf(tenant), id, status, lines, at }))[0];
}
