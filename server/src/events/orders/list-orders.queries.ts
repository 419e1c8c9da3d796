import { orNull } from '../../core/page-rows.ts';
import type { Position } from '../../core/page.ts';
import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import { ORDER, orderColumns, type EventKey, type OrderRow } from './orders.queries.ts';

const MATCHED = `o.merchant_id = $1 AND o.livemode = $2 AND o.event_id = $3
  AND ($4::text[] IS NULL OR o.status = ANY ($4)) AND ($5::text IS NULL OR o.channel = $5) AND ($6::text IS NULL OR o.lines @> jsonb_build_array(jsonb_build_object('ticket_type_id', $6)))
  AND ($7::text IS NULL OR o.order_number = $7) AND ($8::text IS NULL OR o.payment_id = $8) AND ($9::text IS NULL OR o.promo_code = $9) AND ($10::text IS NULL OR o.buyer_phone = $10)
  AND ($11::text IS NULL OR lower(o.buyer_email) = lower($11)) AND ($12::timestamptz IS NULL OR o.created_at >= $12) AND ($13::timestamptz IS NULL OR o.created_at < $13)
  AND ($14::text IS NULL OR position(lower($14) IN lower(concat_ws(' ', o.order_number, o.buyer_name, o.buyer_phone, o.buyer_email))) > 0)`;

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
          SELECT ${orderColumns('o')} FROM ticket_orders o WHERE ${MATCHED} AND ($15::timestamptz IS NULL OR (o.created_at, o.id) < ($15, $16))
          ORDER BY o.created_at DESC, o.id DESC LIMIT $17 OFFSET $18) p ON true ORDER BY p.created_at DESC, p.id DESC`,
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
