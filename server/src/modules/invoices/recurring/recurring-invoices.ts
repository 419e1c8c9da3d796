import type { Deleted, Input, Operations, RecurringInvoice } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Invoices } from '../module.ts';
import { changeRecurring } from './change-recurring.ts';
import { presentRecurring } from './present-recurring.ts';
import { recurringList } from './recurring.queries.ts';

/** Lists a merchant's recurring invoices, newest first unless sorted otherwise. */
export async function listRecurringInvoices(
  { query }: Input<Operations['listRecurringInvoices']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly RecurringInvoice[]>> {
  const { rows, meta } = await recurringList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentRecurring), { meta });
}

/** Ends it for good; what it made stays. */
export async function deleteRecurringInvoice(
  { params }: Input<Operations['deleteRecurringInvoice']>,
  { tenant, ifMatch, now }: Call,
  module: Invoices,
): Promise<Reply<Deleted>> {
  const { id } = await changeRecurring(module.store.of(tenant), {
    tenant,
    id: params.id,
    ifMatch,
    decide: async (row) => ({
      ...row,
      status: 'ended',
      next_date: null,
      next_at: null,
      updated_at: now,
      deleted_at: now,
    }),
  });
  return reply({ id, deleted: true });
}
