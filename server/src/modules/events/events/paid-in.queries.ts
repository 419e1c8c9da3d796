import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const sum = statement({
  name: 'events.undoneByCancelling',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { paid: 'numeric', orders_sold: 'int4', orders_held: 'int4' },
  sql: `SELECT coalesce(sum(o.total - o.amount_refunded) FILTER (WHERE o.status IN ('paid', 'partially_refunded')), 0) AS paid,
               (count(*) FILTER (WHERE o.status IN ('paid', 'partially_refunded')))::int AS orders_sold,
               (count(*) FILTER (WHERE o.status IN ('held', 'awaiting_payment')))::int AS orders_held
        FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id
          AND o.status IN ('paid', 'partially_refunded', 'held', 'awaiting_payment')`,
});

/** What is undone when an event is cancelled; `paid` in minor units: what its orders paid and did not get back. */
export type UndoneByCancelling = {
  readonly paid: bigint;
  readonly ordersSold: number;
  readonly ordersHeld: number;
};

export async function undoneByCancelling(
  runner: Runner,
  tenant: Tenant,
  eventId: string,
): Promise<UndoneByCancelling> {
  const [row] = await runner.run(sum, { ...keyOf(tenant), event_id: eventId });
  return {
    paid: BigInt(row?.paid ?? 0),
    ordersSold: row?.orders_sold ?? 0,
    ordersHeld: row?.orders_held ?? 0,
  };
}
