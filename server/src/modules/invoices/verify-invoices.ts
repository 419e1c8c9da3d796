import type { Violation } from '../../kernel/call/violation.ts';
import { runChecks, type Runner } from '../../store/index.ts';
import { recurringChecks } from './recurring/verify-recurring.queries.ts';
import { invoiceChecks } from './verify-invoices.queries.ts';

/** What is promised of invoices and credit notes and does not hold in the data of any merchant. */
export async function verifyInvoices(system: Runner): Promise<readonly Violation[]> {
  return runChecks(system, [...invoiceChecks, ...recurringChecks]);
}
