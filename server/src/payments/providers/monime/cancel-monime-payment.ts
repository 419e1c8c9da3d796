import type { ProviderContext, ProviderResult } from '../provider.ts';
import { resultOf, unknownResult } from '../wire/results.ts';
import { askMonime } from './ask-monime.ts';
import { fetchMonimePayment, kindOf } from './fetch-monime-payment.ts';

/** Takes the code or the session out of use, and tells how it stands then: money may have come first. */
export async function cancelMonimePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  const kind = kindOf(ref);
  if (kind === null) return unknownResult('Not a reference of Monime.', ref);
  const heard = await (kind === 'payment-codes'
    ? askMonime(context, { method: 'PATCH', path: ref, body: { enable: false } })
    : askMonime(context, { method: 'DELETE', path: ref }));
  const now = await fetchMonimePayment(context, ref);
  const isOut = heard.kind === 'read' && (now.state === 'requires_action' || now.state === 'unknown');
  return isOut
    ? resultOf('cancelled', heard.raw, { ref, amountMinor: now.amountMinor, currency: now.currency })
    : now;
}
