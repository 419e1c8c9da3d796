import { moduleOf } from '../core/module.ts';
import { invoiceLoops, type Invoices } from './open-invoices.ts';
import * as operations from './operations.ts';
import { runDueInvoicesOnClock } from './run-due-invoices.ts';
import { verifyInvoices } from './verify-invoices.ts';

export const invoiceModule = moduleOf<Invoices>()({
  operations,
  loops: invoiceLoops,
  runDue: runDueInvoicesOnClock,
  verify: verifyInvoices,
});
