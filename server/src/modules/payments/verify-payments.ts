import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { moneyChecks } from './verify-money.queries.ts';
import { paymentChecks } from './verify-payments.queries.ts';

/** What is promised of payments and does not hold in the data of any merchant. */
export async function verifyPayments(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...paymentChecks, ...moneyChecks]);
}
