import type { Input, Operations, RecurringInvoice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Invoices } from '../open-invoices.ts';
import { presentRecurring } from './present-recurring.ts';
import { recurringList } from './recurring.queries.ts';

/** Lists a merchant's recurring invoices, newest first unless sorted otherwise. */
export async function listRecurringInvoices(
  { query }: Input<Operations['listRecurringInvoices']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly RecurringInvoice[]>> {
  const { rows, meta } = await recurringList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentRecurring), { meta });
}
