import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { requireMatch } from '../core/if-match.ts';
import { reply, type Reply } from '../core/reply.ts';
import { changeAsRead } from './change-as-read.ts';
import { forgotten } from './forgotten.ts';
import type { Customers } from './open-customers.ts';

/** Deletes a customer; documents keep what they copied. */
export async function deleteCustomer(
  { params }: Input<Operations['deleteCustomer']>,
  { tenant, now, ifMatch }: Call,
  room: Customers,
): Promise<Reply<Deleted>> {
  const { id } = await changeAsRead(
    { runner: room.store.of(tenant), tenant, id: params.id },
    'customer.deleted',
    (row) => {
      requireMatch(ifMatch, { version: row.version, what: `The customer ${row.id}` });
      return { ...forgotten(row, now), deleted_at: now };
    },
  );
  return reply({ id, deleted: true });
}
