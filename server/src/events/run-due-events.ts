import type { Tenant } from '../core/tenant.ts';
import { completeEventsOnClock } from './complete-events.ts';
import type { Events } from './open-events.ts';
import { runDueOrdersOnClock } from './orders/run-due-orders.ts';

/** Does what a merchant's test clock has made due for its events. */
export async function runDueEventsOnClock(room: Events, tenant: Tenant, clock: Date): Promise<void> {
  await runDueOrdersOnClock(room, tenant, clock);
  await completeEventsOnClock(room, tenant, clock);
}
