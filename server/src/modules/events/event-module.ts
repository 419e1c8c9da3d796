import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type DatabaseReport, type Runner } from '../../store/index.ts';
import { completeEventsOnClock } from './events/complete-events.ts';
import type { Events } from './module.ts';
import { eventLoops } from './open-events.ts';
import * as operations from './operations.ts';
import { overviewOfEvents } from './overview.ts';
import { searchEvents } from './search.ts';
import { runDueOrdersOnClock } from './run-due-orders.ts';
import { verifyTicketCodes } from './tickets/verify-codes.ts';
import { eventChecks } from './verify-events.queries.ts';
import { orderChecks } from './orders/verify-orders.queries.ts';
import { scanningChecks } from './scanning/verify-scanning.queries.ts';
import { ticketChecks } from './tickets/verify-tickets.queries.ts';

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

const checks: readonly DatabaseReport[] = [
  ...eventChecks,
  ...orderChecks,
  ...ticketChecks,
  ...scanningChecks,
];

/** What is promised of events, orders and tickets and does not hold in the data of any merchant. */
export async function verifyEvents(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, checks);
}
