import type { ProviderContext, ProviderResult, ProviderState } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { minorAt, payerUrl, textAt, type WireObject } from '../wire/fields.ts';
import { nextAction, resultOf, unknownResult } from '../wire/results.ts';

type StripeRequest = {
  readonly method: 'GET' | 'POST';
  /** Behind `/v1/`. */
  readonly path: string;
  /** As Stripe writes nested fields: `line_items[0][quantity]`. */
  readonly form?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
};

/** The API's version that this was written for. */
const VERSION = '2024-06-20';

export function askStripe(
  context: ProviderContext,
  { method, path, form, idempotencyKey }: StripeRequest,
): Promise<Heard> {
  return ask(context, {
    method,
    url: `${providerAddress('stripe', context.settings)}/v1/${path}`,
    headers: {
      authorization: `Bearer ${context.credentials['secret_key'] ?? ''}`,
      'stripe-version': VERSION,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: form ? new URLSearchParams(form).toString() : method === 'POST' ? '' : null,
  });
}

/** Another request with the same key is under way, or was made with other fields: what came of that one is not known. */
export function isRepeated(heard: Extract<Heard, { kind: 'refused' }>): boolean {
  return heard.status === 409 || textAt(heard.json, 'error', 'type') === 'idempotency_error';
}

/** Their words about a refusal. */
export function stripeComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (textAt(json, 'error', 'message') ?? 'Stripe refused the request.').slice(0, 200);
}

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
