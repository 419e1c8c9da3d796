import type { Currency } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  merchant_id: 'text',
  livemode: 'bool',
  order_id: 'text',
  order_number: 'text',
  event_id: 'text',
  event_name: 'text',
  event_status: 'text',
  store_name: 'text',
  start_date: 'timestamptz',
  time_zone: 'text',
  venue: 'text?',
  currency: text<Currency>(),
  amount_refunded: 'int8',
  link_token: 'text',
  buyer_phone: 'text?',
  buyer_email: 'text?',
  tickets: json<readonly ToldTicketColumns[]>(),
} as const;

const TOLD = `o.merchant_id, o.livemode, o.id AS order_id, o.order_number, e.id AS event_id, e.name AS event_name, e.status AS event_status, m.store_name, e.start_date, e.time_zone, e.venue,
          o.currency, o.amount_refunded, o.link_token, o.buyer_phone, o.buyer_email,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'code', t.code, 'code_sealed', encode(t.code_sealed, 'base64'), 'status', t.status, 'link_token', t.link_token, 'phone', t.holder_phone, 'email', t.holder_email) ORDER BY t.line, t.id), '[]')
           FROM tickets t WHERE t.merchant_id = o.merchant_id AND t.livemode = o.livemode AND t.order_id = o.id) AS tickets`;
const JOINED =
  'JOIN events e ON e.merchant_id = o.merchant_id AND e.livemode = o.livemode AND e.id = o.event_id JOIN merchants m ON m.id = o.merchant_id';

const byKeys = statement({
  name: 'toldOrders.byKeys',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', order_ids: 'text[]' },
  row: ROW,
  sql: `SELECT ${TOLD} FROM unnest(:merchant_ids::text[], :livemodes::bool[], :order_ids::text[]) AS g (merchant_id, livemode, order_id)
        JOIN ticket_orders o ON o.merchant_id = g.merchant_id AND o.livemode = g.livemode AND o.id = g.order_id ${JOINED}`,
});

const ofEvent = statement({
  name: 'toldOrders.ofEvent',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', rows_max: 'int4' },
  row: ROW,
  sql: `SELECT ${TOLD} FROM ticket_orders o ${JOINED}
        WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id AND o.status IN ('paid', 'partially_refunded') ORDER BY o.created_at, o.id LIMIT :rows_max`,
});

export type ToldOrderRow = ValuesOf<typeof ROW>;
export type ToldTicketColumns = {
  readonly id: string;
  readonly code: string;
  /** Base64. */ readonly code_sealed: string | null;
  readonly status: string;
  readonly link_token: string | null;
  readonly phone: string | null;
  readonly email: string | null;
};

export async function findToldOrders(
  runner: Runner,
  keys: readonly { readonly tenant: Tenant; readonly orderId: string }[],
): Promise<readonly ToldOrderRow[]> {
  return runner.run(byKeys, {
    merchant_ids: keys.map(({ tenant }) => tenant.merchantId),
    livemodes: keys.map(({ tenant }) => tenant.livemode),
    order_ids: keys.map(({ orderId }) => orderId),
  });
}

/** Orders of an event that have tickets, oldest first. */
export async function findToldOrdersOfEvent(
  runner: Runner,
  {
    tenant,
    eventId,
    ordersMax,
  }: { readonly tenant: Tenant; readonly eventId: string; readonly ordersMax: number },
): Promise<readonly ToldOrderRow[]> {
  return runner.run(ofEvent, {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    event_id: eventId,
    rows_max: ordersMax,
  });
}
