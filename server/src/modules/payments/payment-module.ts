import { moduleOf } from '../../kernel/call/module.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { paymentLoops } from './open-payments.ts';
import type { Payments } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfPayments } from './overview.ts';
import { searchPayments } from './search.ts';
import { runDuePaymentsOnClock } from './run-due-payments.ts';
import { moneyChecks, paymentChecks } from './verify-payments.queries.ts';

export const paymentModule = moduleOf<Payments>()({
  operations,
  loops: paymentLoops,
  runDue: runDuePaymentsOnClock,
  overview: overviewOfPayments,
  search: searchPayments,
  verify: verifyPayments,
  close: ({ watch }) => watch[Symbol.dispose](),
});

/** What is promised of payments and does not hold in the data of any merchant. */
export async function verifyPayments(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...paymentChecks, ...moneyChecks]);
}
