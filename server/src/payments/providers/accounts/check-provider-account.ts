import type { Input, Operations, ProviderAccount } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { effect } from '../../../core/effect.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Payments } from '../../open-payments.ts';
import { createProviderContext } from '../create-context.ts';
import type { Health } from '../wire/health.ts';
import { accountNotFound } from './account-not-found.ts';
import { replyAccount } from './present-provider-account.ts';
import { findAccount, noteAccountHealth } from './provider-accounts.queries.ts';

/** Asks the provider something harmless with the account's credentials. */
export async function checkProviderAccount(
  { params }: Input<Operations['checkProviderAccount']>,
  call: Call,
  room: Payments,
): Promise<Reply<ProviderAccount>> {
  const { tenant } = call;
  const id = params.providerAccountId;
  const record = await findAccount(room.store.of(tenant), tenant, id);
  if (!record) throw accountNotFound(id);
  const { healthy, message } = await ask(room, { tenant, provider: record.provider, id });
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const noted = await noteAccountHealth(runner, tenant, {
        id,
        checked_at: room.world.now(),
        healthy,
        health_message: message,
      });
      if (!noted) throw accountNotFound(id);
      return replyAccount(noted, room.settings.publicUrl);
    },
  });
}

async function ask(
  room: Payments,
  {
    tenant,
    provider,
    id,
  }: { readonly tenant: Call['tenant']; readonly provider: string; readonly id: string },
): Promise<Health> {
  const account = await room.providers.accounts.find(tenant, { provider, accountId: id });
  if (!account) throw accountNotFound(id);
  return account.provider.health
    ? account.provider.health(createProviderContext(room, account))
    : { healthy: true, message: 'This provider cannot be asked.' };
}
