import { moduleOf } from '../../kernel/call/module.ts';
import { paymentLoops } from './open-payments.ts';
import type { Payments } from './module.ts';
import * as operations from './operations.ts';
import { overviewOfPayments } from './overview.ts';
import { searchPayments } from './search.ts';
import { runDuePaymentsOnClock } from './run-due-payments.ts';
import { verifyPayments } from './verify-payments.ts';

export const paymentModule = moduleOf<Payments>()({
  operations,
  loops: paymentLoops,
  runDue: runDuePaymentsOnClock,
  overview: overviewOfPayments,
  search: searchPayments,
  verify: verifyPayments,
  close: ({ watch }) => watch[Symbol.dispose](),
});
