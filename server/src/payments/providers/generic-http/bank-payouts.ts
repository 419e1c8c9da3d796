import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderPayout, ProviderPayoutResult } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { textAt } from '../wire/fields.ts';
import { payoutResult } from '../wire/results.ts';
import { askBank, bankComplaint } from './ask-bank.ts';
import { failureOf, isBankRef } from './read-bank-payment.ts';

/** `POST /payouts`; the payout's id is the idempotency key. */
export async function payOutByBank(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination, description }: ProviderPayout,
): Promise<ProviderPayoutResult> {
  const body = {
    payout_id: payoutId,
    amount: decimalText(amountMinor, currency),
    currency,
    destination,
    description,
  };
  const heard = await askBank(context, { method: 'POST', path: '/payouts', body, idempotencyKey: payoutId });
  if (heard.kind === 'refused' && heard.status !== 409)
    return payoutResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: bankComplaint(heard) },
    });
  return readPayout(heard);
}

/** `GET /payouts/:ref`. */
export async function fetchBankPayout(context: ProviderContext, ref: string): Promise<ProviderPayoutResult> {
  if (!isBankRef(ref)) return payoutResult('unknown', 'Not a reference of this provider.', { ref });
  const heard = await askBank(context, { method: 'GET', path: `/payouts/${ref}` });
  return heard.kind === 'read' ? readPayout(heard) : payoutResult('unknown', heard.raw, { ref });
}

function readPayout(heard: Heard): ProviderPayoutResult {
  const ref = heard.kind === 'read' ? textAt(heard.json, 'ref') : null;
  if (heard.kind !== 'read' || ref === null || !isBankRef(ref)) return payoutResult('unknown', heard.raw);
  const status = textAt(heard.json, 'status');
  const state = status === 'pending' || status === 'paid' || status === 'failed' ? status : 'unknown';
  return payoutResult(state, heard.raw, { ref, failure: state === 'failed' ? failureOf(heard.json) : null });
}
