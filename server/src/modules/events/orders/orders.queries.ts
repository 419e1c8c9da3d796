import {
  ticketOrderStatuses,
  type Currency,
  type TicketOrderStatus,
  type TicketOrderSummary,
} from '@cottontree/contract';
import {
  equal,
  equalAs,
  from,
  matching,
  search,
  several,
  until,
} from '../../../kernel/list/list-filters.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type JsonObject, type Runner, type ValuesOf } from '../../../store/index.ts';

/** A line of an order as it is kept; amounts are minor units as text. */
export type OrderLine = {
  readonly ticket_type_id: string;
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: string;
  readonly discount: string;
  readonly total: string;
  readonly admits: number;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  /** What one ticket takes from: its type's counter, its pools', its event's. */
  readonly counters: readonly string[];
  /** How many of the line take from them now. */
  readonly taken: number;
};

/** Who comes with a ticket, as it is kept. */
export type KeptAttendee = {
  readonly ticket_type_id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly answers: Readonly<Record<string, string | number | boolean | null>>;
};

const ORDER = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  event_id: 'text',
  order_number: 'text',
  version: 'int4',
  sequence: 'int4',
  change_id: 'text',
  status: text<TicketOrderStatus>(),
  channel: text<TicketOrderSummary['channel']>(),
  lines: json<readonly OrderLine[]>(),
  attendees: json<readonly KeptAttendee[]>(),
  buyer_name: 'text?',
  buyer_phone: 'text?',
  buyer_email: 'text?',
  currency: text<Currency>(),
  subtotal: 'int8',
  discount: 'int8',
  fees: 'int8',
  tax: 'int8',
  total: 'int8',
  amount_refunded: 'int8',
  promo_id: 'text?',
  promo_code: 'text?',
  promo_uses: 'int4',
  payment_id: 'text?',
  payment_method: 'text?',
  client_secret_hash: 'bytea',
  extended: 'bool',
  expires_at: 'timestamptz',
  waitlist_entry_id: 'text?',
  metadata: json<JsonObject>(),
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  paid_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  cancel_reason: 'text?',
  link_token: 'text',
} as const;
const orderColumns = (table: string): string =>
  Object.keys(ORDER)
    .map((column) => `${table}.${column}`)
    .join(', ');

const find = statement({
  name: 'ticketOrders.find',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: ORDER,
  sql: `SELECT ${orderColumns('o')} FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :id`,
});

const findChanges = statement({
  name: 'ticketOrders.findChanges',
  params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
  row: { id: 'text', change_id: 'text' },
  sql: 'SELECT o.id, o.change_id FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = ANY (:ids)',
});

/** Of one event, whose holds are over; the longest over first. */
const findOver = statement({
  name: 'ticketOrders.findOver',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', now: 'timestamptz', rows_max: 'int4' },
  row: ORDER,
  sql: `SELECT ${orderColumns('o')} FROM ticket_orders o
        WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id AND o.status IN ('held', 'awaiting_payment') AND o.expires_at <= :now ORDER BY o.expires_at LIMIT :rows_max::int4`,
});

/** Which events have holds that are over. A merchant's test clock stands for the time of its test data. */
const dueEvents = statement({
  name: 'ticketOrders.dueEvents',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  sql: `SELECT DISTINCT d.merchant_id, d.livemode, d.event_id FROM (
          SELECT o.merchant_id, o.livemode, o.event_id FROM ticket_orders o
          WHERE o.status IN ('held', 'awaiting_payment') AND o.expires_at <= :now AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = o.merchant_id AND c.livemode = o.livemode)
          ORDER BY o.expires_at LIMIT :rows_max::int4) AS d`,
});

const dueOnClock = statement({
  name: 'ticketOrders.dueOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz' },
  row: { event_id: 'text', at: 'timestamptz' },
  sql: `SELECT o.event_id, min(o.expires_at) AS at FROM ticket_orders o
        WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND NOT o.livemode AND o.status IN ('held', 'awaiting_payment') AND o.expires_at <= :now GROUP BY o.event_id ORDER BY 2, 1`,
});

const findPayments = statement({
  name: 'ticketOrders.findPayments',
  params: { merchant_id: 'text', livemode: 'bool', order_id: 'text' },
  row: { payment_id: 'text', verdict: 'text', amount: 'int8' },
  sql: 'SELECT p.payment_id, p.verdict, p.amount FROM ticket_order_payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.order_id = :order_id ORDER BY p.created_at, p.payment_id',
});

/** Orders that await a payment which was never written. */
const findOrphans = statement({
  name: 'ticketOrders.findOrphans',
  params: { rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', id: 'text', payment_id: 'text?', clock: 'timestamptz?' },
  sql: `SELECT o.merchant_id, o.livemode, o.id, o.payment_id, c.frozen_at AS clock FROM ticket_orders o LEFT JOIN test_clocks c ON c.merchant_id = o.merchant_id AND c.livemode = o.livemode
        WHERE o.status = 'awaiting_payment' AND NOT EXISTS (SELECT FROM payments p WHERE p.merchant_id = o.merchant_id AND p.livemode = o.livemode AND p.id = o.payment_id)
        ORDER BY o.expires_at LIMIT :rows_max::int4`,
});

export type OrderRow = ValuesOf<typeof ORDER>;
type OrderPaymentRow = ValuesOf<(typeof findPayments)['row']>;
/** `clock`: where the merchant's test clock stands. */
type OrphanedOrder = {
  readonly tenant: Tenant;
  readonly id: string;
  readonly paymentId: string;
  readonly clock: Date | null;
};
export type EventKey = { readonly tenant: Tenant; readonly eventId: string };

export async function findOrder(runner: Runner, tenant: Tenant, id: string): Promise<OrderRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** By which change each order was last written. */
export async function findLastChanges(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await runner.run(findChanges, { ...keyOf(tenant), ids })).map((row) => [row.id, row.change_id]),
  );
}

export async function findOrdersOver(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly OrderRow[]> {
  return runner.run(findOver, { ...keyOf(tenant), event_id: eventId, now, rows_max: rowsMax });
}

export async function eventsWithOrdersOver(
  system: Runner,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly EventKey[]> {
  const rows = await system.run(dueEvents, { now, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    eventId: row.event_id,
  }));
}

/** A merchant's events whose holds are over by its test clock, with the moment of the first, the earliest first. */
export async function eventsOverOnClock(
  runner: Runner,
  tenant: Tenant,
  now: Date,
): Promise<readonly { readonly event_id: string; readonly at: Date }[]> {
  return runner.run(dueOnClock, { ...keyOf(tenant), now });
}

/** What was decided of the order's payments. */
export async function paymentsOfOrder(
  runner: Runner,
  tenant: Tenant,
  orderId: string,
): Promise<readonly OrderPaymentRow[]> {
  return runner.run(findPayments, { ...keyOf(tenant), order_id: orderId });
}

/** Orders with a payment that nobody has begun, of whichever merchant. */
export async function findOrphanedOrders(system: Runner, rowsMax: number): Promise<readonly OrphanedOrder[]> {
  const rows = await system.run(findOrphans, { rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    id: row.id,
    paymentId: row.payment_id ?? '',
    clock: row.clock,
  }));
}

const withStatus = statement({
  name: 'ticketOrders.withStatus',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', statuses: 'text[]', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `SELECT o.id FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id AND o.status = ANY (:statuses) ORDER BY o.created_at, o.id LIMIT :rows_max::int4`,
});

/** The oldest of an event's orders that are in one of the states. */
export async function ordersWithStatus(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { statuses, rowsMax }: { readonly statuses: readonly string[]; readonly rowsMax: number },
): Promise<readonly string[]> {
  return (
    await runner.run(withStatus, { ...keyOf(tenant), event_id: eventId, statuses, rows_max: rowsMax })
  ).map(({ id }) => id);
}

const FILTERS = {
  status: several('o.status', ticketOrderStatuses),
  channel: equal('o.channel'),
  ticket_type_id: matching(
    (id) => `o.lines @> jsonb_build_array(jsonb_build_object('ticket_type_id', ${id}))`,
  ),
  order_number: equal('o.order_number'),
  payment_id: equal('o.payment_id'),
  promo_code: equalAs('o.promo_code', (code: string) => code.toUpperCase()),
  buyer_phone: equalAs('o.buyer_phone', readPhone),
  buyer_email: matching((address) => `lower(o.buyer_email) = lower(${address})`),
  created_from: from('o.created_at'),
  created_to: until('o.created_at'),
  q: search('o.order_number', 'o.buyer_name', 'o.buyer_phone', 'o.buyer_email'),
};

/** The orders of one event. */
export const orderList = list('listTicketOrders', {
  from: 'ticket_orders o',
  row: ORDER,
  select: orderColumns('o'),
  counted: 'apart',
  given: { event_id: 'text' },
  where: 'o.event_id = :event_id',
  filters: FILTERS,
  sorts: { created_at: byTime('o.created_at') },
});

const ORDER_OF_EVENT = { ...ORDER, event_name: 'text' } as const;

/** The orders of all events, each with the name of its event. */
export const allOrdersList = list('listAllTicketOrders', {
  from: 'ticket_orders o',
  row: ORDER_OF_EVENT,
  select: `${orderColumns('o')}, e.name AS event_name`,
  joins: 'JOIN events e ON e.merchant_id = o.merchant_id AND e.livemode = o.livemode AND e.id = o.event_id',
  counted: 'kept',
  filters: { ...FILTERS, event_id: equal('o.event_id') },
  sorts: { created_at: byTime('o.created_at') },
});
