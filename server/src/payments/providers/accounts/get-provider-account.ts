import type { Input, Operations, ProviderAccount } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Payments } from '../../open-payments.ts';
import { accountNotFound } from './account-not-found.ts';
import { replyAccount } from './present-provider-account.ts';
import { findAccount } from './provider-accounts.queries.ts';

/** Reads one account. */
export async function getProviderAccount(
  { params }: Input<Operations['getProviderAccount']>,
  { tenant }: Call,
  room: Payments,
): Promise<Reply<ProviderAccount>> {
  const record = await findAccount(room.store.of(tenant), tenant, params.providerAccountId);
  if (!record) throw accountNotFound(params.providerAccountId);
  return replyAccount(record, room.settings.publicUrl);
}
