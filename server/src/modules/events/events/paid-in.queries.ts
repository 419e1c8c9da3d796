import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const sum = statement({
  name: 'events.paidIn',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { paid: 'numeric' },
  sql: `SELECT coalesce(sum(o.total - o.amount_refunded), 0) AS paid FROM ticket_orders o
        WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id
          AND o.status IN ('paid', 'partially_refunded')`,
});

/** What an event's orders paid and did not get back, in minor units: what goes back when it is cancelled. */
export async function paidIn(runner: Runner, tenant: Tenant, eventId: string): Promise<bigint> {
  return BigInt((await runner.run(sum, { ...keyOf(tenant), event_id: eventId }))[0]?.paid ?? 0);
}
