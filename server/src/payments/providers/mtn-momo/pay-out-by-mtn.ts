import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderPayout, ProviderPayoutResult } from '../provider.ts';
import { uuidOf } from '../wire/own-reference.ts';
import { payoutResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askMtn, mtnComplaint } from './ask-mtn.ts';
import { mtnFailure } from './mtn-failures.ts';
import { stateOf } from './send-back-by-mtn.ts';

/** Sends money to a wallet. */
export async function payOutByMtn(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination }: ProviderPayout,
  tokens: TokenMemory,
): Promise<ProviderPayoutResult> {
  const ref = uuidOf(payoutId);
  const payee = { partyIdType: 'MSISDN', partyId: (destination['phone'] ?? '').replace('+', '') };
  const body = {
    amount: decimalText(amountMinor, currency),
    currency,
    externalId: ref,
    payee,
    payerMessage: 'Payout',
    payeeNote: 'Payout',
  };
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'POST',
    path: 'v1_0/transfer',
    body,
    reference: ref,
  });
  if (heard.kind === 'read') return payoutResult('pending', heard.raw, { ref });
  // Without a reference the same request is sent again: it may never have come there.
  if (heard.kind === 'unknown') return payoutResult('unknown', heard.raw);
  if (heard.status === 409) return fetchMtnPayout(context, ref, tokens);
  return payoutResult('failed', heard.raw, {
    ref,
    failure: { code: 'provider_error', message: mtnComplaint(heard).message },
  });
}

export async function fetchMtnPayout(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderPayoutResult> {
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'GET',
    path: `v1_0/transfer/${encodeURIComponent(ref)}`,
  });
  const state = stateOf(heard);
  return payoutResult(state === 'succeeded' ? 'paid' : state, heard.raw, {
    ref,
    failure: state === 'failed' && heard.kind === 'read' ? mtnFailure(heard.json) : null,
  });
}
