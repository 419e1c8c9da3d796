import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Invoices } from '../open-invoices.ts';
import { changeRecurring } from './change-recurring.ts';

/** Ends it for good; what it made stays. */
export async function deleteRecurringInvoice(
  { params }: Input<Operations['deleteRecurringInvoice']>,
  { tenant, ifMatch, now }: Call,
  room: Invoices,
): Promise<Reply<Deleted>> {
  const { id } = await changeRecurring(room.store.of(tenant), {
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
