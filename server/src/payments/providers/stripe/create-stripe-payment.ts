import type { ProviderContext, ProviderPayment, ProviderResult } from '../provider.ts';
import { failedResult, unknownResult } from '../wire/results.ts';
import { askStripe, isRepeated, stripeComplaint } from './ask-stripe.ts';
import { readStripeSession } from './read-stripe-session.ts';

/** Opens Stripe's own page; a card number is typed there and never comes here. The attempt is Stripe's idempotency key. */
export async function createStripePayment(
  context: ProviderContext,
  wanted: ProviderPayment,
): Promise<ProviderResult> {
  const heard = await askStripe(context, {
    method: 'POST',
    path: 'checkout/sessions',
    form: formOf(context, wanted),
    idempotencyKey: wanted.attemptId,
  });
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  if (heard.kind === 'refused')
    return isRepeated(heard)
      ? unknownResult(heard.raw)
      : failedResult(heard.raw, 'provider_error', stripeComplaint(heard));
  return readStripeSession(context, heard);
}

function formOf(
  { merchantName, now }: ProviderContext,
  wanted: ProviderPayment,
): Readonly<Record<string, string>> {
  return {
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': wanted.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(wanted.amountMinor),
    'line_items[0][price_data][product_data][name]': (wanted.description === ''
      ? merchantName
      : wanted.description
    ).slice(0, 250),
    client_reference_id: wanted.paymentId,
    'payment_intent_data[metadata][payment_id]': wanted.paymentId,
    success_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    ...(wanted.expiresAt.getTime() - now.getTime() <= LONGEST_MS && { expires_at: String(endOf(wanted)) }),
  };
}

/**
 * Stripe keeps a page open for at least half an hour; ours is called off before. Counted from the attempt's own end, so
 * that a repeated request is the same to the last field.
 */
function endOf({ expiresAt }: ProviderPayment): number {
  return Math.ceil(expiresAt.getTime() / 1_000) + LEAST_SECONDS;
}

const LEAST_SECONDS = 1_860;
/** Stripe ends a page after a day whatever is asked for, and refuses to be asked for more. */
const LONGEST_MS = 22 * 3_600_000;
