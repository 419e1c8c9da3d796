import type { PaymentFailure } from '@cottontree/contract';
import type { Posting } from '../../ledger/index.ts';
import { readTestClock } from '../money-out/polls.queries.ts';
import { ACCOUNT_GONE, NO_REASON, NO_WORD } from '../money-out/no-word.ts';
import type { Payments } from '../module.ts';
import type { ProviderPayoutResult } from '../providers/provider.ts';
import { contextOf } from '../providers/create-context.ts';
import { clearingAccount } from '../payments/payment-postings.ts';
import {
  changePayout,
  findPayout,
  type PayoutChange,
  type PayoutKey,
  type PayoutRow,
} from './payouts.queries.ts';
import { payoutFact } from './present-payout.ts';

/** Asks the provider about a payout that is not over and moves it as far as the answer says; silence moves nothing. Answers with the payout as it stands. */
export async function pursuePayout(module: Payments, key: PayoutKey): Promise<PayoutRow> {
  const runner = module.store.of(key.tenant);
  const row = await readPayout(module, key);
  if (row.status !== 'pending' || row.by_hand) return row;
  const at = (await readTestClock(runner, key.tenant)) ?? module.world.now();
  const change = changeBy(row, { result: await askAbout(module, row, at), at });
  if (change === null) return row;
  const changed = await changePayout(runner, key, change);
  return changed ?? readPayout(module, key);
}

async function readPayout(module: Payments, key: PayoutKey): Promise<PayoutRow> {
  const row = await findPayout(module.store.of(key.tenant), key);
  if (!row) throw new Error(`There is no payout ${key.id}.`);
  return row;
}

async function askAbout(module: Payments, row: PayoutRow, at: Date): Promise<ProviderPayoutResult> {
  const account = await module.accounts.find(
    { merchantId: row.merchant_id, livemode: row.livemode },
    { provider: row.provider, accountId: row.account_id },
  );
  if (account === null) return row.account_id === null ? NO_WORD : ACCOUNT_GONE;
  const context = contextOf(module, account, at);
  const { provider } = account;
  try {
    if (row.provider_ref !== null && provider.fetchPayout)
      return await provider.fetchPayout(context, row.provider_ref);
    const wanted = {
      payoutId: row.id,
      amountMinor: row.amount,
      currency: row.currency,
      destination: row.destination,
      description: row.description ?? row.id,
    };
    return (await provider.payout?.(context, wanted)) ?? NO_WORD;
  } catch (error) {
    module.log.error(
      { error, payoutId: row.id, provider: row.provider },
      'A provider adapter failed by a fault of ours.',
    );
    return NO_WORD;
  }
}

/** What an answer makes of a payout; null where it is no news. */
function changeBy(
  row: PayoutRow,
  { result, at }: { readonly result: ProviderPayoutResult; readonly at: Date },
): PayoutChange | null {
  const { state, ref } = result;
  if (state === 'paid')
    return endedPayout(row, { status: 'paid', at, providerRef: ref, reference: null, failure: null });
  if (state === 'failed')
    return endedPayout(row, {
      status: 'failed',
      at,
      providerRef: ref,
      reference: null,
      failure: result.failure ?? NO_REASON,
    });
  if (ref === null || ref === row.provider_ref) return null;
  return {
    version: row.version,
    status: 'pending',
    providerRef: ref,
    reference: null,
    failure: null,
    at: laterOf(row, at),
    facts: [],
    postings: [],
  };
}

export type PayoutEnd = {
  readonly status: 'paid' | 'failed';
  readonly at: Date;
  readonly providerRef: string | null;
  readonly reference: string | null;
  readonly failure: PaymentFailure | null;
};

/** The change that ends a payout, with its message and its ledger. */
export function endedPayout(
  row: PayoutRow,
  { status, at: wanted, providerRef, reference, failure }: PayoutEnd,
): PayoutChange {
  const at = laterOf(row, wanted);
  const after: PayoutRow = {
    ...row,
    version: row.version + 1,
    status,
    provider_ref: providerRef ?? row.provider_ref,
    reference,
    failure,
    updated_at: at,
    paid_at: status === 'paid' ? at : null,
  };
  return {
    version: row.version,
    status,
    providerRef,
    reference,
    failure,
    at,
    facts: [payoutFact(after, `payout.${status}`)],
    postings: [payoutPosting(row, { step: status, at })],
  };
}

function laterOf(row: PayoutRow, at: Date): Date {
  return at > row.updated_at ? at : row.updated_at;
}

type Step = 'created' | 'paid' | 'failed';
type Moved = Pick<PayoutRow, 'id' | 'amount' | 'currency' | 'provider'>;

/** Money on its way out, and money that is out. */
const [ON_ITS_WAY, OUT] = ['payout_pending', 'payout'];

/** What a step of a payout writes into the ledger: it leaves the provider's balance when it is asked for, and comes back when it fails. */
export function payoutPosting(
  { id, amount, currency, provider }: Moved,
  { step, at }: { readonly step: Step; readonly at: Date },
): Posting {
  const [to, from] = {
    created: [ON_ITS_WAY, clearingAccount(provider)],
    paid: [OUT, ON_ITS_WAY],
    failed: [clearingAccount(provider), ON_ITS_WAY],
  }[step] as [string, string];
  return {
    id: `ltx_${id}_${step}`,
    kind: `payout.${step}`,
    subject: id,
    currency,
    at,
    entries: [
      { account: to, amount },
      { account: from, amount: -amount },
    ],
  };
}
