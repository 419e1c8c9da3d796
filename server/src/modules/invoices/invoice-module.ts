import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Invoices } from './module.ts';
import { invoiceLoops } from './open-invoices.ts';
import * as operations from './operations.ts';
import { overviewOfInvoices } from './overview.ts';
import { searchInvoices } from './search.ts';
import { recurOnClock } from './recurring/recur.ts';
import { makeRoundsOnClock } from './rounds/make-rounds.ts';
import { verifyInvoices } from './verify-invoices.ts';

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
