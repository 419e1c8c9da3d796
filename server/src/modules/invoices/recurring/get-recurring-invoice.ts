import type { Input, Operations, RecurringInvoice } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { replyRecurring } from './present-recurring.ts';
import { findRecurring, type RecurringKey, type RecurringRow } from './recurring.queries.ts';

/** Reads a recurring invoice. */
export async function getRecurringInvoice(
  { params }: Input<Operations['getRecurringInvoice']>,
  { tenant }: Call,
  module: Invoices,
): Promise<Reply<RecurringInvoice>> {
  return replyRecurring(await requireRecurring(module.store.of(tenant), { tenant, id: params.id }));
}

/** One recurring invoice, or RECURRING_INVOICE_NOT_FOUND. */
export async function requireRecurring(runner: Runner, key: RecurringKey): Promise<RecurringRow> {
  const row = await findRecurring(runner, key);
  if (!row)
    throw new Failure('RECURRING_INVOICE_NOT_FOUND', `There is no recurring invoice ${key.id.slice(0, 64)}.`);
  return row;
}
