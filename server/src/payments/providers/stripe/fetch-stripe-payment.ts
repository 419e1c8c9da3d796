import type { ProviderContext, ProviderResult } from '../provider.ts';
import { resultOf, unknownResult } from '../wire/results.ts';
import { askStripe } from './ask-stripe.ts';
import { isSession, readStripeSession } from './read-stripe-session.ts';

const EXPAND = 'expand[]=payment_intent.latest_charge.balance_transaction';

/** How a page stands. */
export async function fetchStripePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  if (!isSession(ref)) return unknownResult('Not a reference of Stripe.', ref);
  const heard = await askStripe(context, { method: 'GET', path: `checkout/sessions/${ref}?${EXPAND}` });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const result = readStripeSession(context, heard);
  if (result.ref !== ref) return unknownResult(heard.raw, ref);
  return result.state === 'failed'
    ? { ...result, failure: { code: 'declined', message: "The payer's bank declined the payment." } }
    : result;
}

/** Closes the page, and tells how it stands then: money may have come first. */
export async function cancelStripePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  if (!isSession(ref)) return unknownResult('Not a reference of Stripe.', ref);
  const heard = await askStripe(context, { method: 'POST', path: `checkout/sessions/${ref}/expire` });
  const now = await fetchStripePayment(context, ref);
  const isClosed = heard.kind === 'read' && now.state === 'expired';
  return isClosed
    ? resultOf('cancelled', now.raw, { ref, amountMinor: now.amountMinor, currency: now.currency })
    : now;
}
