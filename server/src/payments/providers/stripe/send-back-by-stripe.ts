import type { PaymentFailureCode } from '@cottontree/contract';
import type { ProviderContext, ProviderRefund, ProviderRefundResult } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { objectsAt, textAt } from '../wire/fields.ts';
import { refundResult } from '../wire/results.ts';
import { askStripe, isRepeated, stripeComplaint } from './ask-stripe.ts';
import { isSession } from './read-stripe-session.ts';

/**
 * Sends money of a payment back, whole or in part; the refund's id is Stripe's idempotency key. Stripe forgets keys after a
 * day, so that what it has made is looked for first.
 */
export async function sendBackByStripe(
  context: ProviderContext,
  wanted: ProviderRefund,
): Promise<ProviderRefundResult> {
  if (!isSession(wanted.paymentRef)) return refundResult('unknown', 'Not a reference of Stripe.');
  const session = await askStripe(context, { method: 'GET', path: `checkout/sessions/${wanted.paymentRef}` });
  const intent = session.kind === 'read' ? textAt(session.json, 'payment_intent') : null;
  if (intent === null) return refundResult('unknown', session.raw);
  const made = await findMade(context, intent, wanted.refundId);
  if (made !== null) return made;
  const form = {
    payment_intent: intent,
    amount: String(wanted.amountMinor),
    'metadata[refund_id]': wanted.refundId,
  };
  const heard = await askStripe(context, {
    method: 'POST',
    path: 'refunds',
    form,
    idempotencyKey: wanted.refundId,
  });
  if (heard.kind !== 'refused') return readRefund(heard);
  return isRepeated(heard)
    ? refundResult('unknown', heard.raw)
    : refundResult('failed', heard.raw, {
        failure: { code: 'provider_error', message: stripeComplaint(heard) },
      });
}

/** The refund under our id; what nobody can tell is unknown, null where there is none. */
async function findMade(
  context: ProviderContext,
  intent: string,
  refundId: string,
): Promise<ProviderRefundResult | null> {
  const heard = await askStripe(context, {
    method: 'GET',
    path: `refunds?payment_intent=${encodeURIComponent(intent)}&limit=100`,
  });
  if (heard.kind !== 'read') return refundResult('unknown', heard.raw);
  const found = objectsAt(heard.json, 'data').find(
    (refund) => textAt(refund, 'metadata', 'refund_id') === refundId,
  );
  return found === undefined ? null : readRefund({ ...heard, json: found });
}

export async function fetchStripeRefund(
  context: ProviderContext,
  ref: string,
): Promise<ProviderRefundResult> {
  if (!/^\w{1,200}$/.test(ref)) return refundResult('unknown', 'Not a reference of Stripe.', { ref });
  const heard = await askStripe(context, { method: 'GET', path: `refunds/${ref}` });
  return heard.kind === 'read' ? readRefund(heard) : refundResult('unknown', heard.raw, { ref });
}

const STATES: Readonly<Record<string, ProviderRefundResult['state']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};
const CODES: Readonly<Record<string, PaymentFailureCode>> = {
  insufficient_funds: 'insufficient_funds',
  lost_or_stolen_card: 'account_not_found',
  expired_or_canceled_card: 'account_not_found',
};

function readRefund(heard: Heard): ProviderRefundResult {
  const ref = heard.kind === 'read' ? textAt(heard.json, 'id') : null;
  if (heard.kind !== 'read' || ref === null) return refundResult('unknown', heard.raw);
  const state = STATES[textAt(heard.json, 'status') ?? ''] ?? 'unknown';
  const reason = textAt(heard.json, 'failure_reason') ?? '';
  const failure = {
    code: CODES[reason] ?? ('provider_error' as const),
    message: `Stripe could not send the money back${/^\w{1,60}$/.test(reason) ? `: ${reason}` : ''}.`,
  };
  return refundResult(state, heard.raw, { ref, failure: state === 'failed' ? failure : null });
}
