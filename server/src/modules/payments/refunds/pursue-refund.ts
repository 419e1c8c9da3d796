import type { Fact } from '../../../outbox/index.ts';
import { readTestClock } from '../money-out/polls.queries.ts';
import { ACCOUNT_GONE, NO_REASON, NO_WORD } from '../money-out/no-word.ts';
import type { Payments } from '../module.ts';
import { findPayment, type PaymentRow } from '../payments/payments.queries.ts';
import type { ProviderRefundResult } from '../providers/provider.ts';
import { contextOf } from '../providers/create-context.ts';
import { refundFact } from './present-refund.ts';
import { refundPostings } from './begin-refund.ts';
import {
  changeRefund,
  findRefund,
  type RefundChange,
  type RefundKey,
  type RefundRow,
} from './refunds.queries.ts';

/** Asks the provider about a refund that is not over and moves it as far as the answer says; silence moves nothing. Answers with the refund as it stands. */
export async function pursueRefund(module: Payments, key: RefundKey): Promise<RefundRow> {
  const runner = module.store.of(key.tenant);
  const row = await readRefund(module, key);
  if (row.status !== 'pending') return row;
  const payment = await findPayment(runner, { tenant: key.tenant, id: row.payment_id });
  if (!payment) throw new Error(`The refund ${row.id} has no payment.`);
  const at = (await readTestClock(runner, key.tenant)) ?? module.world.now();
  const result = await askAbout(module, { row, payment, at });
  const change = refundChange(row, { result, at, payment });
  if (change === null) return row;
  const changed = await changeRefund(runner, key, change);
  return changed ?? readRefund(module, key);
}

async function readRefund(module: Payments, key: RefundKey): Promise<RefundRow> {
  const row = await findRefund(module.store.of(key.tenant), key);
  if (!row) throw new Error(`There is no refund ${key.id}.`);
  return row;
}

type Asked = { readonly row: RefundRow; readonly payment: PaymentRow; readonly at: Date };

async function askAbout(module: Payments, { row, payment, at }: Asked): Promise<ProviderRefundResult> {
  const account = await module.accounts.find(
    { merchantId: row.merchant_id, livemode: row.livemode },
    { provider: payment.provider, accountId: payment.account_id },
  );
  if (account === null && payment.account_id !== null) return ACCOUNT_GONE;
  const { provider_ref: paymentRef } = payment;
  if (account === null || account.provider.refund === undefined || paymentRef === null) return NO_WORD;
  const { provider } = account;
  const context = contextOf(module, account, at);
  try {
    if (row.provider_ref !== null && provider.fetchRefund)
      return await provider.fetchRefund(context, row.provider_ref);
    const wanted = {
      refundId: row.id,
      paymentRef,
      paymentAmountMinor: payment.amount,
      amountMinor: row.amount,
      currency: row.currency,
      reason: row.reason,
    };
    return (await provider.refund?.(context, wanted)) ?? NO_WORD;
  } catch (error) {
    module.log.error(
      { error, refundId: row.id, provider: payment.provider },
      'A provider adapter failed by a fault of ours.',
    );
    return NO_WORD;
  }
}

/** What an answer makes of a refund; null where it is no news. */
function refundChange(
  row: RefundRow,
  {
    result,
    at,
    payment,
  }: { readonly result: ProviderRefundResult; readonly at: Date; readonly payment: PaymentRow },
): RefundChange | null {
  const { state, ref } = result;
  const updated = at > row.updated_at ? at : row.updated_at;
  const noted = { version: row.version, providerRef: ref, failure: null, at: updated, postings: [] } as const;
  if (state === 'unknown' || state === 'pending')
    return ref === null || ref === row.provider_ref ? null : { ...noted, status: 'pending', facts: [] };
  const failure = state === 'failed' ? (result.failure ?? NO_REASON) : null;
  const after: RefundRow = {
    ...row,
    version: row.version + 1,
    status: state,
    provider_ref: ref ?? row.provider_ref,
    failure,
    updated_at: updated,
    succeeded_at: state === 'succeeded' ? updated : null,
  };
  const facts: readonly Fact[] = [refundFact({ kind: `refund.${state}`, row: after, payment })];
  const postings =
    state === 'succeeded'
      ? refundPostings({
          id: row.id,
          paymentId: row.payment_id,
          amount: row.amount,
          currency: row.currency,
          provider: payment.provider,
          at: updated,
        })
      : [];
  return { ...noted, status: state, failure, facts, postings };
}
