import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type DatabaseReport, type Runner } from '../../store/index.ts';
import { eventChecks } from './verify-events.queries.ts';
import { orderChecks } from './orders/verify-orders.queries.ts';
import { scanningChecks } from './scanning/verify-scanning.queries.ts';
import { ticketChecks } from './tickets/verify-tickets.queries.ts';

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
