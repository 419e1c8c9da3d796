import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const any = statement({
  name: 'events.hasOrders',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text' },
  row: { found: 'bool' },
  sql: 'SELECT EXISTS (SELECT FROM ticket_orders o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.event_id = :event_id) AS found',
});

/** Whether an event ever had an order, whatever became of it. */
export async function hasOrders(runner: Runner, tenant: Tenant, eventId: string): Promise<boolean> {
  return (await runner.run(any, { ...keyOf(tenant), event_id: eventId }))[0]?.found === true;
}
