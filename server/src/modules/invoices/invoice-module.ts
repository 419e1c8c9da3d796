import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Violation } from '../../kernel/call/failure.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import type { Invoices } from './module.ts';
import { invoiceLoops } from './open-invoices.ts';
import * as operations from './operations.ts';
import { overviewOfInvoices } from './overview.ts';
import { searchInvoices } from './search.ts';
import { recurOnClock } from './recurring/recur.ts';
import { makeRoundsOnClock } from './rounds/make-rounds.ts';
import { recurringChecks } from './recurring/verify-recurring.queries.ts';
import { invoiceChecks } from './verify-invoices.queries.ts';

export const invoiceModule = moduleOf<Invoices>()({
  operations,
  loops: invoiceLoops,
  runDue: runDueInvoicesOnClock,
  overview: overviewOfInvoices,
  search: searchInvoices,
  verify: verifyInvoices,
});

/** What a test clock makes due of invoices: first what recurs, then what falls due of all. */
async function runDueInvoicesOnClock(module: Invoices, tenant: Tenant, now: Date): Promise<void> {
  await recurOnClock(module, tenant, now);
  await makeRoundsOnClock(module, tenant, now);
}

/** What is promised of invoices and credit notes and does not hold in the data of any merchant. */
export async function verifyInvoices(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...invoiceChecks, ...recurringChecks]);
}
