import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Payments } from '../../open-payments.ts';
import { accountNotFound } from './account-not-found.ts';
import { removeAccount } from './provider-accounts.queries.ts';

/** Disconnects a provider; what is under way through it is followed to its end. */
export async function deleteProviderAccount(
  { params }: Input<Operations['deleteProviderAccount']>,
  { tenant }: Call,
  room: Payments,
): Promise<Reply<Data<Operations['deleteProviderAccount']>>> {
  const id = params.providerAccountId;
  if (!(await removeAccount(room.store.of(tenant), tenant, { id, deleted_at: room.world.now() })))
    throw accountNotFound(id);
  return reply({ id, deleted: true });
}
