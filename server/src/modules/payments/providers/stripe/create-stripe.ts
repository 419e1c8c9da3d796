import type { PaymentFailureCode } from '@cottontree/contract';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderCallback,
  ProviderContext,
  ProviderPage,
  ProviderPayment,
  ProviderRefund,
  ProviderRefundResult,
  ProviderResult,
  ProviderTransaction,
} from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { minorAt, objectsAt, readObject, textAt, timeAt, valueAt, type WireObject } from '../wire/fields.ts';
import { healthOf } from '../wire/health.ts';
import { failedResult, ListFailed, refundResult, resultOf, unknownResult } from '../wire/results.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';
import { askStripe, isRepeated, isSession, readStripeSession, stripeComplaint } from './ask-stripe.ts';

/** Stripe's hosted page. TND is left out: Stripe takes it in steps of ten millimes only. */
export function createStripe(): PaymentProvider {
  return {
    id: 'stripe',
    capabilities: {
      channels: ['card', 'hosted', 'qr'],
      currencies: ['SLE', 'EUR', 'GBP', 'GMD', 'GNF', 'LRD', 'NGN', 'USD', 'XOF'],
      refund: 'partial',
      cancel: true,
      callback: true,
      list: true,
      payout: false,
      minMinor: 50n,
      maxMinor: 99_999_999n,
      expirySeconds: [60, 79_200],
    },
    create: createStripePayment,
    fetch: fetchStripePayment,
    cancel: cancelStripePayment,
    refund: sendBackByStripe,
    fetchRefund: fetchStripeRefund,
    readCallback: readStripeCallback,
    list: listStripePayments,
    health: async (context) => healthOf(await askStripe(context, { method: 'GET', path: 'balance' })),
  };
}

/** Opens Stripe's own page; a card number is typed there and never comes here. The attempt is Stripe's idempotency key. */
async function createStripePayment(
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

const EXPAND = 'expand[]=payment_intent.latest_charge.balance_transaction';

/** How a page stands. */
async function fetchStripePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
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
async function cancelStripePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  if (!isSession(ref)) return unknownResult('Not a reference of Stripe.', ref);
  const heard = await askStripe(context, { method: 'POST', path: `checkout/sessions/${ref}/expire` });
  const now = await fetchStripePayment(context, ref);
  const isClosed = heard.kind === 'read' && now.state === 'expired';
  return isClosed
    ? resultOf('cancelled', now.raw, { ref, amountMinor: now.amountMinor, currency: now.currency })
    : now;
}

const PAGE_SIZE = 100;
/** Four levels are the most that Stripe opens. */
const LIST_STRIPE_PAYMENTS_EXPAND = 'data.payment_intent.latest_charge.balance_transaction';

/** Paid pages since a moment, with what Stripe booked and kept for each; by pages, because those are what payments refer to. */
async function listStripePayments(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    'created[gte]': String(Math.floor(since.getTime() / 1_000)),
    'expand[]': LIST_STRIPE_PAYMENTS_EXPAND,
    ...(cursor !== null && { starting_after: cursor }),
  });
  const heard = await askStripe(context, { method: 'GET', path: `checkout/sessions?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const rows = objectsAt(heard.json, 'data');
  const last = textAt(rows.at(-1), 'id');
  return {
    transactions: rows.map(transactionOf).filter((row) => row !== null),
    cursor: valueAt(heard.json, 'has_more') === true ? last : null,
  };
}

function transactionOf(row: WireObject): ProviderTransaction | null {
  const [ref, amountMinor, currency] = [
    textAt(row, 'id'),
    minorAt(row, 'amount_total'),
    textAt(row, 'currency'),
  ];
  const charge = ['payment_intent', 'latest_charge'] as const;
  const at = timeAt(row, ...charge, 'created') ?? timeAt(row, 'created');
  if (
    ref === null ||
    amountMinor === null ||
    currency === null ||
    at === null ||
    textAt(row, 'payment_status') !== 'paid'
  )
    return null;
  const isSame = textAt(row, ...charge, 'balance_transaction', 'currency') === currency;
  const feeMinor = isSame ? minorAt(row, ...charge, 'balance_transaction', 'fee') : null;
  const state = valueAt(row, ...charge, 'refunded') === true ? 'refunded' : 'succeeded';
  return { ref, amountMinor, currency: currency.toUpperCase(), feeMinor, state, at };
}

/** Which page an event is about: those of `checkout.session.*`, signed over the moment and the body as it came. */
async function readStripeCallback(
  context: ProviderContext,
  { body, headers }: ProviderCallback,
): Promise<readonly CallbackHint[]> {
  const signed = readTimedSignature(headers['stripe-signature'], context.wallNow);
  const secret = context.credentials['webhook_secret'] ?? '';
  if (
    signed === null ||
    secret === '' ||
    !spells(signed.signatures, hmac(secret, signed.timestamp, '.', body), 'hex')
  )
    return [];
  const event = readObject(body.toString('utf8'));
  const ref = textAt(event, 'data', 'object', 'id') ?? '';
  return isSession(ref) ? [{ ref, state: (textAt(event, 'type') ?? 'event').slice(0, 100) }] : [];
}

/**
 * Sends money of a payment back, whole or in part; the refund's id is Stripe's idempotency key. Stripe forgets keys after a
 * day, so that what it has made is looked for first.
 */
async function sendBackByStripe(
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

async function fetchStripeRefund(context: ProviderContext, ref: string): Promise<ProviderRefundResult> {
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
