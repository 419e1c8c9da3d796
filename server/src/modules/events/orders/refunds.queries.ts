import type { TicketOrderRefund } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { EventKey } from './orders.queries.ts';

const REFUND = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  order_id: 'text',
  payment_id: 'text?',
  amount: 'int8',
  reason: 'text?',
  ticket_ids: 'text[]',
  status: text<TicketOrderRefund['status']>(),
  refund_id: 'text?',
  failure: 'text?',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(REFUND)
  .map((column) => `r.${column}`)
  .join(', ');

const ofOrder = statement({
  name: 'ticketOrderRefunds.ofOrder',
  params: { merchant_id: 'text', livemode: 'bool', order_id: 'text' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM ticket_order_refunds r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.order_id = :order_id ORDER BY r.created_at, r.id`,
});

const pending = statement({
  name: 'ticketOrderRefunds.pending',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: REFUND,
  sql: `SELECT ${COLUMNS} FROM ticket_order_refunds r WHERE r.status = 'pending' AND r.updated_at <= :before ORDER BY r.updated_at LIMIT :rows_max::int4`,
});

/** Puts the next try off, so that one refund that fails again and again does not hold up the others. */
const finish = statement({
  name: 'ticketOrderRefunds.finish',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    status: text<TicketOrderRefund['status']>(),
    refund_id: 'text?',
    failure: 'text?',
    updated_at: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `UPDATE ticket_order_refunds SET status = :status, refund_id = :refund_id, failure = :failure, updated_at = :updated_at
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'pending' RETURNING id`,
});

const refunding = statement({
  name: 'ticketOrders.refunding',
  params: { after: 'text', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', id: 'text', payment_id: 'text?' },
  sql: `SELECT o.merchant_id, o.livemode, o.id, o.payment_id FROM ticket_orders o WHERE o.status = 'refund_pending' AND o.id > :after ORDER BY o.id LIMIT :rows_max::int4`,
});

const refundedWithTickets = statement({
  name: 'ticketOrders.refundedWithTickets',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `SELECT o.id FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id AND o.status = 'refunded'
          AND EXISTS (SELECT FROM tickets t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.order_id = o.id AND t.status <> 'void') ORDER BY o.created_at, o.id LIMIT :rows_max::int4`,
});

export type RefundingOrder = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly paymentId: string | null;
};
export type OrderRefundRow = ValuesOf<typeof REFUND>;
export type RefundNews = {
  readonly status: 'pending' | 'done' | 'failed';
  readonly refund_id: string | null;
  readonly failure: string | null;
  readonly updated_at: Date;
};

export async function refundsOfOrder(
  runner: Runner,
  tenant: Tenant,
  orderId: string,
): Promise<readonly OrderRefundRow[]> {
  return runner.run(ofOrder, { ...keyOf(tenant), order_id: orderId });
}

/** Money that payments have not been told of, or did not take, before the moment. */
export async function pendingRefunds(
  system: Runner,
  before: Date,
  rowsMax: number,
): Promise<readonly OrderRefundRow[]> {
  return system.run(pending, { before, rows_max: rowsMax });
}

export async function noteRefund(
  runner: Runner,
  tenant: Tenant,
  { id, ...news }: RefundNews & { readonly id: string },
): Promise<void> {
  await runner.run(finish, { ...keyOf(tenant), id, ...news });
}

/** Orders whose whole payment is on its way back, because it came too late. */
export async function ordersRefunding(
  system: Runner,
  { after, rowsMax }: { readonly after: string; readonly rowsMax: number },
): Promise<readonly RefundingOrder[]> {
  const rows = await system.run(refunding, { after, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    id: row.id,
    paymentId: row.payment_id,
  }));
}

/** The oldest of an event's orders whose money has gone back and whose tickets still count. */
export async function ordersRefundedWithTickets(
  runner: Runner,
  { tenant, eventId }: EventKey,
  rowsMax: number,
): Promise<readonly string[]> {
  return (
    await runner.run(refundedWithTickets, { ...keyOf(tenant), event_id: eventId, rows_max: rowsMax })
  ).map(({ id }) => id);
}
