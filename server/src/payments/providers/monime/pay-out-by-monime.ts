import type { PaymentFailureCode } from '@cottontree/contract';
import type { ProviderContext, ProviderPayout, ProviderPayoutResult } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { textAt } from '../wire/fields.ts';
import { payoutResult } from '../wire/results.ts';
import { askMonime, monimeComplaint } from './ask-monime.ts';

/** Sends money to a wallet or a bank; the payout's id is the idempotency key. */
export async function payOutByMonime(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination }: ProviderPayout,
): Promise<ProviderPayoutResult> {
  const heard = await askMonime(context, {
    method: 'POST',
    path: 'payouts',
    body: {
      amount: { currency, value: Number(amountMinor) },
      destination: destinationOf(destination),
      metadata: { payout_id: payoutId },
    },
    idempotencyKey: payoutId,
  });
  if (heard.kind === 'refused')
    return payoutResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: monimeComplaint(heard) },
    });
  return readPayout(heard);
}

export async function fetchMonimePayout(
  context: ProviderContext,
  ref: string,
): Promise<ProviderPayoutResult> {
  if (!/^[\w-]{1,100}$/.test(ref)) return payoutResult('unknown', 'Not a reference of Monime.', { ref });
  const heard = await askMonime(context, { method: 'GET', path: `payouts/${ref}` });
  return heard.kind === 'read' ? readPayout(heard) : payoutResult('unknown', heard.raw, { ref });
}

function destinationOf(destination: ProviderPayout['destination']): object {
  const { type = 'mobile_money', provider_id = '', phone = '', account_number = '' } = destination;
  return type === 'bank'
    ? { type: 'bank', providerId: provider_id, accountNumber: account_number }
    : { type: 'momo', providerId: provider_id, phoneNumber: phone };
}

const STATES: Readonly<Record<string, ProviderPayoutResult['state']>> = {
  pending: 'pending',
  processing: 'pending',
  completed: 'paid',
  failed: 'failed',
};
const CODES: Readonly<Record<string, PaymentFailureCode>> = {
  fund_insufficient: 'insufficient_funds',
  provider_account_missing: 'account_not_found',
  provider_account_quota_exhausted: 'limit_exceeded',
};

function readPayout(heard: Heard): ProviderPayoutResult {
  if (heard.kind !== 'read') return payoutResult('unknown', heard.raw);
  const ref = textAt(heard.json, 'result', 'id');
  const state = STATES[textAt(heard.json, 'result', 'status') ?? ''] ?? 'unknown';
  const failure = {
    code: CODES[textAt(heard.json, 'result', 'failureDetail', 'code') ?? ''] ?? ('provider_error' as const),
    message: textAt(heard.json, 'result', 'failureDetail', 'message') ?? 'Monime could not pay it out.',
  };
  return payoutResult(ref === null ? 'unknown' : state, heard.raw, {
    ref,
    failure: state === 'failed' ? failure : null,
  });
}
