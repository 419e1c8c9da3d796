import type { Data, Input, Operations, ProviderAccount } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Payments } from '../../module.ts';
import { createProviderContext } from '../create-context.ts';
import type { Health } from '../wire/health.ts';
import { accountNotFound } from './account-not-found.ts';
import { presentProviderAccount, replyAccount } from './present-provider-account.ts';
import { accountList, findAccount, noteAccountHealth, removeAccount } from './provider-accounts.queries.ts';

/** Lists the accounts of the caller's mode, in the order in which they are tried unless sorted otherwise. */
export async function listProviderAccounts(
  { query }: Input<Operations['listProviderAccounts']>,
  call: Call,
  { store, settings }: Payments,
): Promise<Reply<readonly ProviderAccount[]>> {
  const { rows, meta } = await accountList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((record) => presentProviderAccount(record, settings.publicUrl)),
    { meta },
  );
}

/** Reads one account. */
export async function getProviderAccount(
  { params }: Input<Operations['getProviderAccount']>,
  { tenant }: Call,
  module: Payments,
): Promise<Reply<ProviderAccount>> {
  const record = await findAccount(module.store.of(tenant), tenant, params.providerAccountId);
  if (!record) throw accountNotFound(params.providerAccountId);
  return replyAccount(record, module.settings.publicUrl);
}

/** Asks the provider something harmless with the account's credentials. */
export async function checkProviderAccount(
  { params }: Input<Operations['checkProviderAccount']>,
  call: Call,
  module: Payments,
): Promise<Reply<ProviderAccount>> {
  const { tenant } = call;
  const id = params.providerAccountId;
  const record = await findAccount(module.store.of(tenant), tenant, id);
  if (!record) throw accountNotFound(id);
  const { healthy, message } = await ask(module, { tenant, provider: record.provider, id });
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const noted = await noteAccountHealth(runner, tenant, {
        id,
        checked_at: module.world.now(),
        healthy,
        health_message: message,
      });
      if (!noted) throw accountNotFound(id);
      return replyAccount(noted, module.settings.publicUrl);
    },
  });
}

async function ask(
  module: Payments,
  {
    tenant,
    provider,
    id,
  }: { readonly tenant: Call['tenant']; readonly provider: string; readonly id: string },
): Promise<Health> {
  const account = await module.providers.accounts.find(tenant, { provider, accountId: id });
  if (!account) throw accountNotFound(id);
  return account.provider.health
    ? account.provider.health(createProviderContext(module, account))
    : { healthy: true, message: 'This provider cannot be asked.' };
}

/** Disconnects a provider; what is under way through it is followed to its end. */
export async function deleteProviderAccount(
  { params }: Input<Operations['deleteProviderAccount']>,
  { tenant }: Call,
  module: Payments,
): Promise<Reply<Data<Operations['deleteProviderAccount']>>> {
  const id = params.providerAccountId;
  if (!(await removeAccount(module.store.of(tenant), tenant, { id, deleted_at: module.world.now() })))
    throw accountNotFound(id);
  return reply({ id, deleted: true });
}
