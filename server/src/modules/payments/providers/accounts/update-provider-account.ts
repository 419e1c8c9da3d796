import { isDeepStrictEqual } from 'node:util';
import {
  operations,
  type AccountChange,
  type Input,
  type Operations,
  type ProviderAccount,
  type UpdateProviderAccountBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../../kernel/change/change.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { requireScope } from '../../../../kernel/call/require-scope.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import type { Payments } from '../../module.ts';
import {
  ACCOUNT_CREDENTIALS,
  checkAccount,
  completeSettings,
  MAY_DIRECT_PAYOUTS,
  refuseMisplaced,
  refuseUrl,
  sealAccount,
  type AccountInput,
} from './read-account.ts';
import {
  accountFact,
  accountNotFound,
  asTexts,
  presentProviderAccount,
  replyAccount,
} from './present-provider-account.ts';
import type { AccountTexts } from './account-forms.ts';
import { capabilitiesOf } from './capabilities-of.ts';
import { leadsElsewhere, refuseToCarry } from './leads-elsewhere.ts';
import { changeAccount, findAccount, type AccountRecord } from './provider-accounts.queries.ts';

/** Changes the fields given, on the version that was read; with If-Match, only if that is the one the caller saw. */
export async function updateProviderAccount(
  { params, body }: Input<Operations['updateProviderAccount']>,
  call: Call,
  module: Payments,
): Promise<Reply<ProviderAccount>> {
  const { tenant } = call;
  const runner = module.store.of(tenant);
  const account = {
    key: { tenant, id: params.providerAccountId },
    tooMany: 'requests change this account',
    read: () => findAccount(runner, tenant, params.providerAccountId),
    notFound: () => accountNotFound(params.providerAccountId),
    ifMatch: call.ifMatch,
    seen: ({ version, id }: AccountRecord) => ({ version, what: `The provider account ${id}` }),
  };
  return change<AccountRecord, Reply<ProviderAccount>>(account, async (record) => {
    const shown = presentProviderAccount(record, module.settings.publicUrl);
    refuseReadOnly(operations.updateProviderAccount.readOnly, body, shown);
    refuseMisplaced(shown.provider, body);
    const kept = JSON.parse(
      module.vault.open(record.credentials, ACCOUNT_CREDENTIALS).toString('utf8'),
    ) as AccountTexts;
    const given = newCredentials(body.credentials ?? {}, shown.credentials);
    const input = changedInput(shown, body, { ...kept, ...given });
    await check(input, { record, shown, module });
    const changes = judgeChanges(input, { shown, kept, given, caller: call.caller });
    const forgets_health =
      changes.includes('credentials') || !isDeepStrictEqual(input.settings, shown.settings);
    const { name, status, channels, priority } = input;
    if (
      !forgets_health &&
      changes.length === 0 &&
      changesNothing({ name, status, channels, priority }, shown)
    )
      return replyAccount(record, module.settings.publicUrl);
    const at = module.world.now();
    const facts =
      changes.length === 0
        ? []
        : [
            accountFact(
              { id: record.id, version: record.version + 1 },
              { provider: shown.provider, name: input.name, changes, keyId: call.caller.keyId, at },
            ),
          ];
    const changed = await changeAccount(runner, tenant, {
      ...sealAccount(module, input),
      id: record.id,
      version: record.version,
      updated_at: at,
      forgets_health,
      facts,
    });
    return changed && replyAccount(changed, module.settings.publicUrl);
  });
}

type Judging = {
  readonly shown: ProviderAccount;
  readonly kept: AccountTexts;
  readonly given: AccountTexts;
  readonly caller: Call['caller'];
};

/** What of a change decides where money and credentials go; refused to whoever may not, or does not know what would be sent there. */
function judgeChanges(
  input: AccountInput,
  { shown, kept, given, caller }: Judging,
): readonly AccountChange[] {
  const moved = leadsElsewhere(shown.provider, { before: shown.settings, after: input.settings });
  if (moved) refuseToCarry(kept, given);
  const redirected = !isDeepStrictEqual(input.payoutDestination, shown.payout_destination);
  if (redirected) requireScope(caller, 'payout_destination', MAY_DIRECT_PAYOUTS);
  return [
    ...(moved ? (['address'] as const) : []),
    ...(isDeepStrictEqual(input.credentials, kept) ? [] : (['credentials'] as const)),
    ...(redirected ? (['payout_destination'] as const) : []),
  ];
}

/** What is sent as it is shown, masked, stays as it is. */
function newCredentials(given: AccountTexts, shown: AccountTexts): AccountTexts {
  return Object.fromEntries(Object.entries(given).filter(([name, text]) => text !== shown[name]));
}

function changedInput(
  shown: ProviderAccount,
  body: UpdateProviderAccountBody,
  credentials: AccountTexts,
): AccountInput {
  return {
    name: body.name === undefined ? shown.name : body.name,
    status: body.status ?? shown.status,
    channels: body.channels ?? shown.channels,
    priority: body.priority ?? shown.priority,
    credentials,
    settings: completeSettings(shown.provider, body.settings ?? shown.settings, !shown.test),
    payoutDestination:
      body.payout_destination === undefined ? shown.payout_destination : body.payout_destination,
  };
}

type Checked = { readonly record: AccountRecord; readonly shown: ProviderAccount; readonly module: Payments };

async function check(input: AccountInput, { record, shown, module }: Checked): Promise<void> {
  const { livemode } = record;
  checkAccount(input, {
    provider: shown.provider,
    capabilities: capabilitiesOf(module, shown.provider),
    livemode,
  });
  if (input.settings['base_url'] !== asTexts(record.settings)['base_url'])
    await refuseUrl(input.settings, (url) => module.providers.judgeUrl(url, { livemode }));
}
