import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import { completeEventsOnClock } from './events/complete-events.ts';
import type { Events } from './module.ts';
import { eventLoops } from './open-events.ts';
import * as operations from './operations.ts';
import { overviewOfEvents } from './overview.ts';
import { searchEvents } from './search.ts';
import { runDueOrdersOnClock } from './run-due-orders.ts';
import { verifyTicketCodes } from './tickets/verify-codes.ts';
import { verifyEvents } from './verify-events.ts';

export const eventModule = moduleOf<Events>()({
  operations,
  loops: eventLoops,
  runDue: runDueEventsOnClock,
  overview: overviewOfEvents,
  search: searchEvents,
  verify: async (runner, { vault }) => [
    ...(await verifyEvents(runner)),
    ...(await verifyTicketCodes(runner, vault)),
  ],
});

/** Does what a merchant's test clock has made due for its events. */
async function runDueEventsOnClock(module: Events, tenant: Tenant, clock: Date): Promise<void> {
  await runDueOrdersOnClock(module, tenant, clock);
  await completeEventsOnClock(module, tenant, clock);
}
