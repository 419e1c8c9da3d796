import { keyOf } from '../../core/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import type { EventKey } from './orders.queries.ts';

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
