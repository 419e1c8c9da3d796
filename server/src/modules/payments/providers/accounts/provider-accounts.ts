import {
  idRandomBytes,
  makeId,
  type Data,
  type Input,
  type Operations,
  type ProviderAccount,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect, orFirstAnswer } from '../../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { requireScope } from '../../../../kernel/call/require-scope.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { Payments } from '../../module.ts';
import { createProviderContext } from '../create-context.ts';
import type { Health } from '../wire/health.ts';
import {
  accountFact,
  accountNotFound,
  presentProviderAccount,
  replyAccount,
} from './present-provider-account.ts';
import {
  accountList,
  findAccount,
  insertAccount,
  lockAccounts,
  noteAccountHealth,
  removeAccount,
} from './provider-accounts.queries.ts';
import {
  checkAccount,
  completeSettings,
  MAY_DIRECT_PAYOUTS,
  refuseMisplaced,
  refuseUrl,
  sealAccount,
  type AccountInput,
} from './read-account.ts';
import { capabilitiesOf } from './capabilities-of.ts';

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

const ACCOUNTS_MAX = 20;
const PRIORITY_USUAL = 100;
/** 128 bits: nobody finds a callback's address by trying. */
const CALLBACK_TOKEN_BYTES = 16;

/** Connects a provider in the caller's mode. */
export async function createProviderAccount(
  { body }: Input<Operations['createProviderAccount']>,
  call: Call,
  module: Payments,
): Promise<Reply<ProviderAccount>> {
  const { tenant } = call;
  if (body.payout_destination) requireScope(call.caller, 'payout_destination', MAY_DIRECT_PAYOUTS);
  const judged = await orFirstAnswer<AccountInput, ProviderAccount>(module, call, () =>
    readAccountInput(body, call, module),
  );
  if ('answer' in judged) return judged.answer;

  return effect(module, call, {
    work: async (tx) => {
      await lockAccounts(tx, tenant);
      const now = module.world.now();
      const id = makeId('prv_', now.getTime(), module.world.randomBytes(idRandomBytes));
      const callback_token = module.world.randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
      const fact = accountFact(
        { id, version: 1 },
        {
          provider: body.provider,
          name: judged.fresh.name,
          changes: ['connected'],
          keyId: call.caller.keyId,
          at: now,
        },
      );
      const made = await insertAccount(tx, tenant, {
        ...sealAccount(module, judged.fresh),
        id,
        provider: body.provider,
        callback_token,
        created_at: now,
        accounts_max: ACCOUNTS_MAX,
        facts: [fact],
      });
      if (!made) throw tooManyAccounts();
      return replyAccount(made, module.settings.publicUrl);
    },
  });
}

async function readAccountInput(
  body: Input<Operations['createProviderAccount']>['body'],
  { tenant }: Call,
  module: Payments,
): Promise<AccountInput> {
  const { provider } = body;
  refuseMisplaced(provider, body);
  const capabilities = capabilitiesOf(module, provider);
  const input: AccountInput = {
    name: body.name ?? null,
    status: body.status ?? 'active',
    channels: body.channels ?? capabilities.channels,
    priority: body.priority ?? PRIORITY_USUAL,
    credentials: body.credentials,
    settings: completeSettings(provider, body.settings ?? {}, tenant.livemode),
    payoutDestination: body.payout_destination ?? null,
  };
  checkAccount(input, { provider, capabilities, livemode: tenant.livemode });
  await refuseUrl(input.settings, (url) => module.providers.judgeUrl(url, { livemode: tenant.livemode }));
  return input;
}

function tooManyAccounts(): Failure {
  return new Failure(
    'TOO_MANY_ACCOUNTS',
    `There are ${ACCOUNTS_MAX} provider accounts already. Delete one that is not needed and try again.`,
    { details: { accounts_max: ACCOUNTS_MAX } },
  );
}
