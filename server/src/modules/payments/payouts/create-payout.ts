import {
  formatMoney,
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type PaymentProviderId,
  type Payout,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { ProviderAccount } from '../providers/account-cache.ts';
import { payoutPosting } from './payout-postings.ts';
import {
  insertPayout,
  lockPayouts,
  readAvailable,
  type NewPayout,
  type PayoutRow,
} from './payouts.queries.ts';
import { payoutFact, presentPayout } from './present-payout.ts';
import { pursuePayout } from './pursue-payout.ts';

type Body = Input<Operations['createPayout']>['body'];

/** So long whoever wrote the payout has to ask for it first. */
const FIRST_QUESTION_MS = 10_000;

/** Pays out what lies with a provider: it is written and taken from the balance first, and its provider asked once that is sure. */
export async function createPayout(
  { body }: Input<Operations['createPayout']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payout>> {
  const { tenant } = call;
  const currency = body.currency ?? call.caller.merchant.currency;
  const amount = readSomeMoney(body.amount, { path: 'amount', currency });
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (tx) => {
      await lockPayouts(tx, tenant);
      const provider = takenFrom(await readAvailable(tx, tenant, currency), {
        wanted: body.provider,
        amount,
        currency,
      });
      const payout = composePayout(module, call, {
        body,
        amount,
        currency,
        provider,
        account: await payingAccount(module, tenant, provider),
      });
      const row: PayoutRow = {
        ...payout,
        version: 1,
        status: 'pending',
        provider_ref: null,
        reference: null,
        failure: null,
        paid_at: null,
      };
      const written = await insertPayout(tx, {
        payout,
        facts: [payoutFact(row, 'payout.created')],
        postings: [payoutPosting(row, { step: 'created', at: row.created_at })],
        dueAt: new Date(module.world.now().getTime() + FIRST_QUESTION_MS),
      });
      return { id: written.id };
    },
    act: async ({ id }) => {
      return reply(presentPayout(await pursuePayout(module, { tenant, id })));
    },
  });
}

type Taking = { readonly wanted: string | undefined; readonly amount: bigint; readonly currency: Currency };

/** With whom the money lies: whom the request names, else who has the most of it. */
function takenFrom(
  balances: readonly { readonly provider: PaymentProviderId; readonly available: bigint }[],
  { wanted, amount, currency }: Taking,
): PaymentProviderId {
  const found = wanted === undefined ? balances[0] : balances.find(({ provider }) => provider === wanted);
  if (found && found.available >= amount) return found.provider;
  const available = found && found.available > 0n ? found.available : 0n;
  const where = found?.provider ?? wanted ?? 'any provider';
  throw new Failure(
    'BALANCE_TOO_LOW',
    `${formatMoney(available, currency)} lie with ${where}; ${formatMoney(amount, currency)} cannot be paid out of that.`,
    {
      details: {
        available: toMajor(available, currency),
        provider: found?.provider ?? wanted ?? null,
        currency,
      },
    },
  );
}

/** The account that pays out by itself; null where somebody has to do it by hand. */
async function payingAccount(
  { accounts }: Payments,
  tenant: Tenant,
  providerId: string,
): Promise<ProviderAccount | null> {
  return (
    (await accounts.inUse(tenant)).find(
      ({ provider }) =>
        provider.id === providerId && provider.capabilities.payout && provider.payout !== undefined,
    ) ?? null
  );
}

type Composing = {
  readonly body: Body;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly provider: PaymentProviderId;
  readonly account: ProviderAccount | null;
};

function composePayout(
  { world }: Payments,
  { tenant, now }: Call,
  { body, amount, currency, provider, account }: Composing,
): NewPayout {
  return {
    ...keyOf(tenant),
    id: makeId('po_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    amount,
    currency,
    provider,
    account_id: account?.id ?? null,
    by_hand: account === null,
    destination: body.destination ?? account?.payoutDestination ?? {},
    description: body.description ?? null,
    created_at: now,
    updated_at: now,
  };
}
