import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderRefund, ProviderRefundResult } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { textAt } from '../wire/fields.ts';
import { uuidOf } from '../wire/own-reference.ts';
import { refundResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askMtn, mtnComplaint } from './ask-mtn.ts';
import { mtnFailure } from './mtn-failures.ts';

/** Sends money of a payment back, whole or in part; the reference is made from the refund, and MTN takes each reference once. */
export async function sendBackByMtn(
  context: ProviderContext,
  wanted: ProviderRefund,
  tokens: TokenMemory,
): Promise<ProviderRefundResult> {
  const ref = uuidOf(wanted.refundId);
  const body = {
    amount: decimalText(wanted.amountMinor, wanted.currency),
    currency: wanted.currency,
    externalId: ref,
    payerMessage: 'Refund',
    payeeNote: 'Refund',
    referenceIdToRefund: wanted.paymentRef,
  };
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'POST',
    path: 'v1_0/refund',
    body,
    reference: ref,
  });
  if (heard.kind === 'read') return refundResult('pending', heard.raw, { ref });
  // Without a reference the same request is sent again: it may never have come there.
  if (heard.kind === 'unknown') return refundResult('unknown', heard.raw);
  if (heard.status === 409) return fetchMtnRefund(context, ref, tokens);
  return refundResult('failed', heard.raw, {
    ref,
    failure: { code: 'provider_error', message: mtnComplaint(heard).message },
  });
}

export async function fetchMtnRefund(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderRefundResult> {
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'GET',
    path: `v1_0/refund/${encodeURIComponent(ref)}`,
  });
  const state = stateOf(heard);
  return refundResult(state, heard.raw, {
    ref,
    failure: state === 'failed' && heard.kind === 'read' ? mtnFailure(heard.json) : null,
  });
}

/** As MTN tells of everything it moves. */
export function stateOf(heard: Heard): 'pending' | 'succeeded' | 'failed' | 'unknown' {
  const word = heard.kind === 'read' ? textAt(heard.json, 'status') : null;
  if (word === 'SUCCESSFUL') return 'succeeded';
  if (word === 'PENDING' || word === 'CREATED') return 'pending';
  return word === 'FAILED' || word === 'REJECTED' || word === 'TIMEOUT' ? 'failed' : 'unknown';
}
