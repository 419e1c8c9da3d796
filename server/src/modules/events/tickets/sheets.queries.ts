import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { findOwner, json, type Runner, statement, text, type ValuesOf } from '../../../store/index.ts';

const OCCASION = {
  event_id: 'text',
  event_name: 'text',
  venue: 'text?',
  address: 'text?',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  doors_open: 'timestamptz?',
  time_zone: 'text',
  event_status: 'text',
  event_version: 'int4',
  event_updated_at: 'timestamptz',
  currency: text<Currency>(),
  store_name: 'text',
  order_id: 'text',
  order_number: 'text',
  buyer_name: 'text?',
  buyer_phone: 'text?',
  buyer_email: 'text?',
  link_token: 'text',
  amount_refunded: 'int8',
} as const;

const OCCASION_SQL = `SELECT e.id AS event_id, e.name AS event_name, e.venue, e.address, e.start_date, e.end_date, e.doors_open, e.time_zone, e.status AS event_status, e.version AS event_version,
          e.updated_at AS event_updated_at, e.currency, m.store_name, o.id AS order_id, o.order_number, o.buyer_name, o.buyer_phone, o.buyer_email, o.link_token, o.amount_refunded
        FROM ticket_orders o JOIN events e ON e.merchant_id = o.merchant_id AND e.livemode = o.livemode AND e.id = o.event_id JOIN merchants m ON m.id = o.merchant_id`;

const find = statement({
  name: 'ticketSheets.occasion',
  params: { merchant_id: 'text', livemode: 'bool', order_id: 'text' },
  row: OCCASION,
  sql: `${OCCASION_SQL} WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :order_id`,
});

/** Of whatever merchant, for whoever holds the link; `ticket_id` is null under the link of an order. */
const byLink = statement({
  name: 'ticketSheets.byLink',
  params: { merchant_id: 'text', livemode: 'bool', token: 'text' },
  row: { merchant_id: 'text', livemode: 'bool', order_id: 'text', ticket_id: 'text?' },
  sql: `SELECT merchant_id, livemode, id AS order_id, NULL::text AS ticket_id FROM ticket_orders WHERE merchant_id = :merchant_id AND livemode = :livemode AND link_token = :token AND status IN ('paid', 'partially_refunded', 'refunded')
        UNION ALL
        SELECT merchant_id, livemode, order_id, id FROM tickets WHERE merchant_id = :merchant_id AND livemode = :livemode AND link_token = :token AND link_token IS NOT NULL`,
});

/** The event that an order's tickets are for, who sold them, and who bought them. */
export type OccasionRow = ValuesOf<typeof OCCASION>;

export async function findOccasion(
  runner: Runner,
  tenant: Tenant,
  orderId: string,
): Promise<OccasionRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), order_id: orderId }))[0];
}

/** What a link leads to: an order, or one ticket of it that was handed on. */
export async function findByLink(
  system: Runner,
  token: string,
): Promise<
  { readonly tenant: Tenant; readonly orderId: string; readonly ticketId: string | null } | undefined
> {
  const owner =
    (await findOwner(system, 'order_link', token)) ?? (await findOwner(system, 'ticket_link', token));
  const [row] = owner ? await system.run(byLink, { ...owner, token }) : [];
  return (
    row && {
      tenant: { merchantId: row.merchant_id, livemode: row.livemode },
      orderId: row.order_id,
      ticketId: row.ticket_id,
    }
  );
}

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
type ToldTicketColumns = {
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
