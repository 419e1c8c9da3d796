import type { Input, Operations, ProviderAccount } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Payments } from '../../open-payments.ts';
import { presentProviderAccount } from './present-provider-account.ts';
import { accountList } from './provider-accounts.queries.ts';

/** Lists the accounts of the caller's mode, in the order in which they are tried unless sorted otherwise. */
export async function listProviderAccounts(
  { query }: Input<Operations['listProviderAccounts']>,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly ProviderAccount[]>> {
  const { rows, meta } = await accountList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((record) => presentProviderAccount(record, settings.publicUrl)),
    { meta },
  );
}
