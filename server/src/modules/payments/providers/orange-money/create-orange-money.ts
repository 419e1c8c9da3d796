import { isCurrency, isId, toMajor } from '@cottontree/contract';
import { providerAddress } from '../provider-address.ts';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderCallback,
  ProviderContext,
  ProviderPayment,
  ProviderResult,
  ProviderState,
} from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { majorAt, payerUrl, readObject, textAt, valueAt } from '../wire/fields.ts';
import { healthOf } from '../wire/health.ts';
import { shortReference } from '../wire/own-reference.ts';
import { failedResult, nextAction, resultOf, unknownResult } from '../wire/results.ts';
import { createTokenMemory, type TokenMemory } from '../wire/tokens.ts';
import { orangeCountry, SANDBOX_CURRENCY } from './orange-countries.ts';

/** Orange Money's web payment. It has neither refunds nor a way to call a payment off; its pages end by themselves after some minutes. */
export function createOrangeMoney(): PaymentProvider {
  const tokens = createTokenMemory();
  return {
    id: 'orange_money',
    capabilities: {
      channels: ['mobile_money', 'hosted', 'qr'],
      currencies: ['SLE', 'XOF', 'GNF', 'LRD'],
      refund: 'none',
      cancel: false,
      callback: true,
      list: false,
      payout: false,
      minMinor: 100n,
      maxMinor: 10_000_000_000n,
      expirySeconds: [60, 600],
    },
    create: (context, wanted) => createOrangePayment(context, wanted, tokens),
    fetch: (context, ref) => fetchOrangePayment(context, ref, tokens),
    readCallback: (_context, callback) => readOrangeCallback(callback),
    health: async (context) => healthOf(await askToken(context)),
  };
}

/**
 * Opens a page of Orange on which the payer gives number and one-time code. Orange takes each order once: where the first
 * answer was lost, nobody has seen the page it named, so nobody can pay there, and the refusal is a failure.
 */
async function createOrangePayment(
  context: ProviderContext,
  wanted: ProviderPayment,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  const orderId = orangeOrderId(wanted.attemptId);
  const heard = await askOrange(context, tokens, {
    path: 'webpayment',
    body: bodyOf(context, wanted, orderId),
  });
  if (heard.kind === 'refused') return failedResult(heard.raw, 'provider_error', orangeComplaint(heard));
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  const payToken = textAt(heard.json, 'pay_token');
  const url = payerUrl(textAt(heard.json, 'payment_url'), context);
  if (payToken === null || !/^[\w-]{1,200}$/.test(payToken) || url === null) return unknownResult(heard.raw);
  const { amountMinor, currency } = wanted;
  const action =
    wanted.channel === 'qr' ? nextAction('qr', { url, qrPayload: url }) : nextAction('redirect', { url });
  return resultOf('requires_action', heard.raw, {
    ref: writeOrangeReference({ orderId, amountMinor, currency, payToken }),
    amountMinor,
    currency,
    nextAction: action,
  });
}

const REFERENCE_LENGTH_MAX = 30;

function bodyOf(
  { credentials, settings, merchantName }: ProviderContext,
  wanted: ProviderPayment,
  orderId: string,
): object {
  return {
    merchant_key: credentials['merchant_key'] ?? '',
    currency: orangeCountry(settings) === 'dev' ? SANDBOX_CURRENCY : wanted.currency,
    order_id: orderId,
    amount: toMajor(wanted.amountMinor, wanted.currency),
    return_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    // Their callback names neither order nor payment.
    notif_url: `${wanted.callbackUrl}?payment=${wanted.paymentId}`,
    lang: settings['language'] ?? 'en',
    reference: (settings['reference'] ?? merchantName).slice(0, REFERENCE_LENGTH_MAX),
  };
}

const STATES: Readonly<Record<string, ProviderState>> = {
  INITIATED: 'requires_action',
  PENDING: 'processing',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  EXPIRED: 'expired',
};

/**
 * How an order stands. Orange finds it by order, amount and token together, so that a success is of that amount;
 * where the answer names another order or amount it is that which is told.
 */
async function fetchOrangePayment(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  const order = readOrangeReference(ref);
  if (order === null || !isCurrency(order.currency))
    return unknownResult('Not a reference of Orange Money.', ref);
  const { orderId, amountMinor, currency, payToken } = order;
  const heard = await askOrange(context, tokens, {
    path: 'transactionstatus',
    body: { order_id: orderId, amount: toMajor(amountMinor, order.currency), pay_token: payToken },
  });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const state = STATES[textAt(heard.json, 'status') ?? ''];
  if (state === undefined || (textAt(heard.json, 'order_id') ?? orderId) !== orderId)
    return unknownResult(heard.raw, ref);
  const failure =
    state === 'failed'
      ? { code: 'declined' as const, message: 'Orange Money says that the payment failed.' }
      : null;
  return resultOf(state, heard.raw, { ref, amountMinor: amountOf(heard.json, order), currency, failure });
}

function amountOf(json: object, { amountMinor, currency }: OrangeReference): bigint | null {
  return valueAt(json, 'amount') === undefined ? amountMinor : majorAt(json, currency, 'amount');
}

/** Orange signs nothing and names only a token of its own; the address it calls names our payment. No more than a hint. */
async function readOrangeCallback({ body, query }: ProviderCallback): Promise<readonly CallbackHint[]> {
  const paymentId = query['payment'] ?? '';
  const said = readObject(body.toString('utf8'));
  const status = textAt(said, 'status');
  if (!isId('pay_', paymentId) || status === null || textAt(said, 'notif_token') === null) return [];
  return [{ ref: paymentId, state: status.slice(0, 40) }];
}

/** One request to WebPay of the account's country, with a token that is fetched when there is none. */
async function askOrange(
  context: ProviderContext,
  tokens: TokenMemory,
  { path, body }: { readonly path: 'webpayment' | 'transactionstatus'; readonly body: object },
): Promise<Heard> {
  const found = await tokens.get(context, 'orange', () => askToken(context));
  if ('heard' in found)
    return found.heard.kind === 'read' ? { kind: 'unknown', raw: found.heard.raw } : found.heard;
  const heard = await ask(context, {
    method: 'POST',
    url: `${providerAddress('orange_money', context.settings)}/orange-money-webpay/${orangeCountry(context.settings)}/v1/${path}`,
    headers: {
      authorization: `Bearer ${found.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (heard.kind === 'refused' && heard.status === 401) tokens.forget(context, 'orange');
  return heard;
}

function askToken(context: ProviderContext): Promise<Heard> {
  const { client_id = '', client_secret = '' } = context.credentials;
  return ask(context, {
    method: 'POST',
    url: `${providerAddress('orange_money', context.settings)}/oauth/v3/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  });
}

/** Their words about a refusal. */
function orangeComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (
    textAt(json, 'description') ??
    textAt(json, 'message') ??
    textAt(json, 'error_description') ??
    'Orange Money refused the request.'
  ).slice(0, 200);
}

/** What Orange wants to be told to say how a payment stands. None of it is kept anywhere else. */
type OrangeReference = {
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly payToken: string;
};

/** Orange takes 30 characters. */
function orangeOrderId(attemptId: string): string {
  return shortReference(attemptId, 30);
}

function writeOrangeReference({ orderId, amountMinor, currency, payToken }: OrangeReference): string {
  return [orderId, amountMinor, currency, payToken].join('~');
}

/** Null for what is not one of ours. */
function readOrangeReference(ref: string): OrangeReference | null {
  const [, orderId, amount, currency, payToken] =
    /^([\w-]{1,30})~(\d{1,18})~([A-Z]{3})~([\w-]{1,200})$/.exec(ref) ?? [];
  if (
    orderId === undefined ||
    amount === undefined ||
    currency === undefined ||
    payToken === undefined ||
    !isCurrency(currency)
  )
    return null;
  return { orderId, amountMinor: BigInt(amount), currency, payToken };
}
