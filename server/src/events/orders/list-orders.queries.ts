import { orNull } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import { ORDER, orderColumns, type EventKey, type OrderRow } from './orders.queries.ts';

const MATCHED = `o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id
  AND (:statuses::text[] IS NULL OR o.status = ANY (:statuses)) AND (:channel::text IS NULL OR o.channel = :channel) AND (:ticket_type_id::text IS NULL OR o.lines @> jsonb_build_array(jsonb_build_object('ticket_type_id', :ticket_type_id)))
  AND (:order_number::text IS NULL OR o.order_number = :order_number) AND (:payment_id::text IS NULL OR o.payment_id = :payment_id) AND (:promo_code::text IS NULL OR o.promo_code = :promo_code) AND (:buyer_phone::text IS NULL OR o.buyer_phone = :buyer_phone)
  AND (:buyer_email::text IS NULL OR lower(o.buyer_email) = lower(:buyer_email)) AND (:created_from::timestamptz IS NULL OR o.created_at >= :created_from) AND (:created_to::timestamptz IS NULL OR o.created_at < :created_to)
  AND (:q::text IS NULL OR position(lower(:q) IN lower(concat_ws(' ', o.order_number, o.buyer_name, o.buyer_phone, o.buyer_email))) > 0)`;

/** The newest first. `after_*`: the last row of the page before. */
const list = statement({
  name: 'ticketOrders.list',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    statuses: 'text[]?',
    channel: 'text?',
    ticket_type_id: 'text?',
    order_number: 'text?',
    payment_id: 'text?',
    promo_code: 'text?',
    buyer_phone: 'text?',
    buyer_email: 'text?',
    created_from: 'timestamptz?',
    created_to: 'timestamptz?',
    q: 'text?',
    after_at: 'timestamptz?',
    after_id: 'text',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { matched: 'int8', ...orNull(ORDER) },
  sql: `SELECT t.matched, p.* FROM (SELECT count(*) AS matched FROM ticket_orders o WHERE ${MATCHED}) t LEFT JOIN (
          SELECT ${orderColumns('o')} FROM ticket_orders o WHERE ${MATCHED} AND (:after_at::timestamptz IS NULL OR (o.created_at, o.id) < (:after_at, :after_id))
          ORDER BY o.created_at DESC, o.id DESC LIMIT :rows_max OFFSET :offset) p ON true ORDER BY p.created_at DESC, p.id DESC`,
});

export type OrderFilter = {
  /** Different ones, at least one. */
  readonly statuses: readonly string[] | null;
  readonly channel: string | null;
  readonly ticket_type_id: string | null;
  readonly order_number: string | null;
  readonly payment_id: string | null;
  readonly promo_code: string | null;
  readonly buyer_phone: string | null;
  readonly buyer_email: string | null;
  readonly created_from: Date | null;
  /** Excluded. */
  readonly created_to: Date | null;
  readonly q: string | null;
};
export type OrdersWanted = {
  readonly filter: OrderFilter;
  readonly after: Position | null;
  readonly rowsMax: number;
  readonly offset: number;
};

/** A part of an event's orders and how many there are in all; both of one snapshot. */
export async function listEventOrders(
  runner: Runner,
  { tenant, eventId }: EventKey,
  { filter, after, rowsMax, offset }: OrdersWanted,
): Promise<{ readonly total: number; readonly rows: readonly OrderRow[] }> {
  const rows = await runner.run(list, {
    ...keyOf(tenant),
    event_id: eventId,
    after_at: after?.at ?? null,
    after_id: after?.id ?? '',
    rows_max: rowsMax,
    offset,
    ...filter,
  });
  const isThere = (row: (typeof rows)[number]): row is (typeof rows)[number] & OrderRow => row.id !== null;
  return { total: Number(rows[0]?.matched ?? 0n), rows: rows.filter(isThere) };
}
