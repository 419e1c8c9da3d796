import type { ProviderContext, ProviderResult, ProviderState } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { minorAt, textAt, type WireObject } from '../wire/fields.ts';
import { payerUrl } from '../wire/payer-url.ts';
import { nextAction, resultOf, unknownResult } from '../wire/results.ts';

/** What Stripe says of a page. It is paid where Stripe says so of the money, not where the page is merely done. */
export function readStripeSession(
  context: ProviderContext,
  heard: Extract<Heard, { kind: 'read' }>,
): ProviderResult {
  const { json, raw } = heard;
  const ref = textAt(json, 'id');
  if (ref === null || !isSession(ref)) return unknownResult(raw);
  const state = stateOf(json);
  const url = payerUrl(textAt(json, 'url'), context);
  if (state === null || (state === 'requires_action' && url === null)) return unknownResult(raw, ref);
  const facts = {
    ref,
    amountMinor: minorAt(json, 'amount_total'),
    currency: textAt(json, 'currency')?.toUpperCase() ?? null,
  };
  if (state === 'requires_action')
    return resultOf(state, raw, { ...facts, nextAction: nextAction('redirect', { url }) });
  return resultOf(state, raw, { ...facts, feeMinor: state === 'succeeded' ? feeOf(json) : null });
}

export function isSession(ref: string): boolean {
  return /^cs_[\w]{1,200}$/.test(ref);
}

/** An async payment, a bank transfer for example, is done with the page long before the money is there. */
function stateOf(json: WireObject): ProviderState | null {
  const [page, money] = [textAt(json, 'status'), textAt(json, 'payment_status')];
  if (money === 'paid') return 'succeeded';
  if (page === 'open') return 'requires_action';
  if (page === 'complete') return hasFailed(json) ? 'failed' : 'processing';
  return page === 'expired' ? 'expired' : null;
}

function hasFailed(json: WireObject): boolean {
  const intent = textAt(json, 'payment_intent', 'status');
  return intent === 'requires_payment_method' || intent === 'canceled';
}

/** Only in the currency of the payment; Stripe settles some in another. */
function feeOf(json: WireObject): bigint | null {
  const booked = ['payment_intent', 'latest_charge', 'balance_transaction'] as const;
  return textAt(json, ...booked, 'currency') === textAt(json, 'currency')
    ? minorAt(json, ...booked, 'fee')
    : null;
}
