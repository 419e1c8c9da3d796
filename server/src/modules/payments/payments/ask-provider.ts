import { hasPaymentEnded } from '@cottontree/contract';
import { insertAttempt } from './attempts.queries.ts';
import { judgeResult } from './judge-result.ts';
import { movePayment, type MovedPayment } from './move-payment.ts';
import type { Payments } from '../module.ts';
import type { PaymentKey, PaymentRow } from './payments.queries.ts';
import { payUrlOf } from './present-payment.ts';
import type { ProviderAccount } from '../providers/account-cache.ts';
import { callbackUrl } from '../providers/provider-address.ts';
import { contextOf } from '../providers/create-context.ts';
import type { ProviderPayment, ProviderResult } from '../providers/provider.ts';
import { withCode } from './qr/with-code.ts';

export type Question = 'create' | 'fetch' | 'cancel';

const RAW_CHARACTERS_MAX = 2_000;

/**
 * Asks the provider about a payment: for the money where nothing shows that it has heard of the payment, else how it stands.
 * Logs what was said and moves the payment as far as that is believed. `at` is business time.
 */
export async function askProvider(module: Payments, row: PaymentRow, at: Date): Promise<MovedPayment> {
  const question = row.provider_ref === null ? 'create' : 'fetch';
  const { moved } = await askAs(module, row, { question, at });
  // Who cancelled it while its provider was being asked for the money could not tell that one.
  if (question === 'create' && moved.row.status === 'cancelled' && moved.row.provider_ref !== null)
    return (await askAs(module, moved.row, { question: 'cancel', at })).moved;
  return moved;
}

export type Answered = { readonly result: ProviderResult; readonly moved: MovedPayment };

export async function askAs(
  module: Payments,
  row: PaymentRow,
  { question, at }: { readonly question: Question; readonly at: Date },
): Promise<Answered> {
  const key = keyOfRow(row);
  const account = await module.accounts.find(key.tenant, {
    provider: row.provider,
    accountId: row.account_id,
  });
  const result =
    account === null
      ? UNREACHABLE
      : await withCode(module, row, await askAccount(module, account, { row, question, at }));
  const moved = await movePayment(module, key, (current) =>
    judgeResult(current, { result, at, publicUrl: module.settings.publicUrl }),
  );
  return { result, moved };
}

export function keyOfRow(row: PaymentRow): PaymentKey {
  return { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id: row.id };
}

const UNREACHABLE: ProviderResult = Object.freeze({
  state: 'unknown',
  ref: null,
  amountMinor: null,
  currency: null,
  feeMinor: null,
  nextAction: null,
  failure: null,
  raw: 'The account is gone.',
});

type Asking = { readonly row: PaymentRow; readonly question: Question; readonly at: Date };

async function askAccount(
  module: Payments,
  account: ProviderAccount,
  asking: Asking,
): Promise<ProviderResult> {
  const { row, question, at } = asking;
  const begunMs = module.world.monotonicMs();
  const result = await say(module, account, asking).catch((error: unknown): ProviderResult => {
    module.log.error(
      { error, paymentId: row.id, provider: row.provider },
      'A provider adapter failed by a fault of ours.',
    );
    return { ...UNREACHABLE, raw: 'A fault of ours.' };
  });
  module.circuits[result.state === 'unknown' ? 'failed' : 'answered'](account);
  const durationMs = Math.round(module.world.monotonicMs() - begunMs);
  await insertAttempt(module.store.of(account.tenant), keyOfRow(row), {
    kind: question,
    state: result.state,
    raw: result.raw.slice(0, RAW_CHARACTERS_MAX),
    durationMs,
    at,
  });
  return result;
}

async function say(
  module: Payments,
  account: ProviderAccount,
  { row, question, at }: Asking,
): Promise<ProviderResult> {
  const { provider } = account;
  const context = contextOf(module, account, at);
  if (row.provider_ref === null && (hasPaymentEnded(row.status) || at >= row.expires_at)) {
    // Asking for money again would ask a payer who was told that it is over.
    return provider.findByAttempt
      ? provider.findByAttempt(context, row.id)
      : {
          ...UNREACHABLE,
          raw: 'Nothing was asked: its time is over, and the provider knows it by no name of ours.',
        };
  }
  if (question === 'create' || row.provider_ref === null)
    return provider.create(context, wantedOf(module, account, row));
  return question === 'cancel' && provider.cancel
    ? provider.cancel(context, row.provider_ref)
    : provider.fetch(context, row.provider_ref);
}

function wantedOf(module: Payments, account: ProviderAccount, row: PaymentRow): ProviderPayment {
  const payUrl = payUrlOf(row, module.settings.publicUrl);
  return {
    attemptId: row.id,
    paymentId: row.id,
    amountMinor: row.amount,
    currency: row.currency,
    channel: row.channel,
    phone: row.phone,
    description: row.description ?? row.reference ?? row.id,
    returnUrl: `${payUrl}?returned=1`,
    cancelUrl: `${payUrl}?returned=1`,
    callbackUrl: callbackUrl(module.settings.publicUrl, {
      provider: account.provider.id,
      token: account.callbackToken ?? 'none',
    }),
    payUrl,
    expiresAt: row.expires_at,
    testCard: row.test_card,
  };
}
