import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderRefund, ProviderRefundResult } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { textAt } from '../wire/fields.ts';
import { refundResult } from '../wire/results.ts';
import { askBank, bankComplaint } from './ask-bank.ts';
import { failureOf, isBankRef } from './read-bank-payment.ts';

/** `POST /refunds`; the refund's id is the idempotency key. */
export async function sendBackByBank(
  context: ProviderContext,
  wanted: ProviderRefund,
): Promise<ProviderRefundResult> {
  const { refundId, paymentRef, amountMinor, currency, reason } = wanted;
  const heard = await askBank(context, {
    method: 'POST',
    path: '/refunds',
    body: {
      refund_id: refundId,
      payment_ref: paymentRef,
      amount: decimalText(amountMinor, currency),
      currency,
      reason,
    },
    idempotencyKey: refundId,
  });
  if (heard.kind === 'refused' && heard.status !== 409)
    return refundResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: bankComplaint(heard) },
    });
  return readRefund(heard);
}

/** `GET /refunds/:ref`. */
export async function fetchBankRefund(context: ProviderContext, ref: string): Promise<ProviderRefundResult> {
  if (!isBankRef(ref)) return refundResult('unknown', 'Not a reference of this provider.', { ref });
  const heard = await askBank(context, { method: 'GET', path: `/refunds/${ref}` });
  return heard.kind === 'read' ? readRefund(heard) : refundResult('unknown', heard.raw, { ref });
}

function readRefund(heard: Heard): ProviderRefundResult {
  const ref = heard.kind === 'read' ? textAt(heard.json, 'ref') : null;
  if (heard.kind !== 'read' || ref === null || !isBankRef(ref)) return refundResult('unknown', heard.raw);
  const status = textAt(heard.json, 'status');
  const state = status === 'pending' || status === 'succeeded' || status === 'failed' ? status : 'unknown';
  return refundResult(state, heard.raw, { ref, failure: state === 'failed' ? failureOf(heard.json) : null });
}
