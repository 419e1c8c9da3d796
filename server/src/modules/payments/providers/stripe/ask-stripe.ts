import type { ProviderContext } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { textAt } from '../wire/fields.ts';

export type StripeRequest = {
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
