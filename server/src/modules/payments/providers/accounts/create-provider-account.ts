import {
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type ProviderAccount,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { requireScope } from '../../../../kernel/call/require-scope.ts';
import { effect, orFirstAnswer } from '../../../../kernel/effect/effect.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import type { Payments } from '../../module.ts';
import { accountFact } from './account-fact.ts';
import { insertAccount, lockAccounts } from './provider-accounts.queries.ts';
import { replyAccount } from './present-provider-account.ts';
import {
  checkAccount,
  completeSettings,
  MAY_DIRECT_PAYOUTS,
  refuseUrl,
  type AccountInput,
} from './read-account.ts';
import { capabilitiesOf } from './capabilities-of.ts';
import { sealAccount } from './seal-account.ts';

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
    readInvoiceInput(body, call, module),
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

async function readInvoiceInput(
  body: Input<Operations['createProviderAccount']>['body'],
  { tenant }: Call,
  module: Payments,
): Promise<AccountInput> {
  const { provider } = body;
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
