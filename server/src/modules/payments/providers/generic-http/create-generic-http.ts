import { decimalText, paymentChannels } from '@cottontree/contract';
import { parseUrl } from '../../../../kernel/web/parse-url.ts';
import { providerAddress } from '../provider-address.ts';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderCallback,
  ProviderContext,
  ProviderPage,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutResult,
  ProviderRefund,
  ProviderRefundResult,
  ProviderResult,
  ProviderTransaction,
} from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { majorAt, objectsAt, readObject, textAt, timeAt, type WireObject } from '../wire/fields.ts';
import { healthOf } from '../wire/health.ts';
import { failedResult, ListFailed, payoutResult, refundResult, unknownResult } from '../wire/results.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';
import { failureOf, isBankRef, readBankPayment } from './read-bank-payment.ts';
import { signRequest } from './sign-request.ts';

/** Anybody who speaks our own signed contract: a bank, a scheme of wallets, a gateway of one's own. */
export function createGenericHttp(): PaymentProvider {
  return {
    id: 'generic_http',
    capabilities: {
      channels: paymentChannels.filter((channel) => channel !== 'cash' && channel !== 'external'),
      currencies: null,
      refund: 'partial',
      cancel: true,
      callback: true,
      list: true,
      payout: true,
      minMinor: 1n,
      maxMinor: 999_999_999_999_999n,
      expirySeconds: [60, 86_400],
    },
    create: createBankPayment,
    findByAttempt: findBankPayment,
    fetch: fetchBankPayment,
    cancel: cancelBankPayment,
    refund: sendBackByBank,
    fetchRefund: fetchBankRefund,
    readCallback: readBankCallback,
    list: listBankTransactions,
    payout: payOutByBank,
    fetchPayout: fetchBankPayout,
    health: async (context) => healthOf(await askBank(context, { method: 'GET', path: '/health' })),
  };
}

/** `POST /payments`; the attempt is the idempotency key. A 409 says that the first one is still under way. */
async function createBankPayment(context: ProviderContext, wanted: ProviderPayment): Promise<ProviderResult> {
  const heard = await askBank(context, {
    method: 'POST',
    path: '/payments',
    body: bodyOf(wanted),
    idempotencyKey: wanted.attemptId,
  });
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  if (heard.kind === 'refused')
    return heard.status === 409
      ? unknownResult(heard.raw)
      : failedResult(heard.raw, 'provider_error', bankComplaint(heard));
  return readBankPayment(context, heard);
}

/** `GET /payments?attempt_id=`: how it stands, where nothing was heard of its creation. */
async function findBankPayment(context: ProviderContext, attemptId: string): Promise<ProviderResult> {
  const heard = await askBank(context, {
    method: 'GET',
    path: `/payments?attempt_id=${encodeURIComponent(attemptId)}`,
  });
  return heard.kind === 'read' ? readBankPayment(context, heard) : unknownResult(heard.raw);
}

/** `GET /payments/:ref`. */
function fetchBankPayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  return about(context, ref, { method: 'GET', path: '' });
}

/** `POST /payments/:ref/cancel` answers how the payment stands then, and where it cannot be called off we look. */
async function cancelBankPayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  const result = await about(context, ref, { method: 'POST', path: '/cancel' });
  return result.state === 'unknown' ? fetchBankPayment(context, ref) : result;
}

async function about(
  context: ProviderContext,
  ref: string,
  { method, path }: { readonly method: 'GET' | 'POST'; readonly path: string },
): Promise<ProviderResult> {
  if (!isBankRef(ref)) return unknownResult('Not a reference of this provider.', ref);
  const heard = await askBank(context, { method, path: `/payments/${ref}${path}` });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const result = readBankPayment(context, heard);
  return result.ref === ref ? result : unknownResult(heard.raw, ref);
}

function bodyOf(wanted: ProviderPayment): object {
  return {
    payment_id: wanted.paymentId,
    attempt_id: wanted.attemptId,
    amount: decimalText(wanted.amountMinor, wanted.currency),
    currency: wanted.currency,
    channel: wanted.channel,
    phone: wanted.phone,
    description: wanted.description,
    return_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    callback_url: wanted.callbackUrl,
    expires_at: wanted.expiresAt.toISOString(),
  };
}

/** `POST /payouts`; the payout's id is the idempotency key. */
async function payOutByBank(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination, description }: ProviderPayout,
): Promise<ProviderPayoutResult> {
  const body = {
    payout_id: payoutId,
    amount: decimalText(amountMinor, currency),
    currency,
    destination,
    description,
  };
  const heard = await askBank(context, { method: 'POST', path: '/payouts', body, idempotencyKey: payoutId });
  if (heard.kind === 'refused' && heard.status !== 409)
    return payoutResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: bankComplaint(heard) },
    });
  return readPayout(heard);
}

/** `GET /payouts/:ref`. */
async function fetchBankPayout(context: ProviderContext, ref: string): Promise<ProviderPayoutResult> {
  if (!isBankRef(ref)) return payoutResult('unknown', 'Not a reference of this provider.', { ref });
  const heard = await askBank(context, { method: 'GET', path: `/payouts/${ref}` });
  return heard.kind === 'read' ? readPayout(heard) : payoutResult('unknown', heard.raw, { ref });
}

function readPayout(heard: Heard): ProviderPayoutResult {
  const ref = heard.kind === 'read' ? textAt(heard.json, 'ref') : null;
  if (heard.kind !== 'read' || ref === null || !isBankRef(ref)) return payoutResult('unknown', heard.raw);
  const status = textAt(heard.json, 'status');
  const state = status === 'pending' || status === 'paid' || status === 'failed' ? status : 'unknown';
  return payoutResult(state, heard.raw, { ref, failure: state === 'failed' ? failureOf(heard.json) : null });
}

/** `POST /refunds`; the refund's id is the idempotency key. */
async function sendBackByBank(
  context: ProviderContext,
  wanted: ProviderRefund,
): Promise<ProviderRefundResult> {
  const { refundId, paymentRef, amountMinor, currency, reason } = wanted;
  const heard = await askBank(context, {
    method: 'POST',
    path: '/refunds',
    body: {
      refund_id: refundId,
      payment_ref: paymentRef,
      amount: decimalText(amountMinor, currency),
      currency,
      reason,
    },
    idempotencyKey: refundId,
  });
  if (heard.kind === 'refused' && heard.status !== 409)
    return refundResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: bankComplaint(heard) },
    });
  return readRefund(heard);
}

/** `GET /refunds/:ref`. */
async function fetchBankRefund(context: ProviderContext, ref: string): Promise<ProviderRefundResult> {
  if (!isBankRef(ref)) return refundResult('unknown', 'Not a reference of this provider.', { ref });
  const heard = await askBank(context, { method: 'GET', path: `/refunds/${ref}` });
  return heard.kind === 'read' ? readRefund(heard) : refundResult('unknown', heard.raw, { ref });
}

function readRefund(heard: Heard): ProviderRefundResult {
  const ref = heard.kind === 'read' ? textAt(heard.json, 'ref') : null;
  if (heard.kind !== 'read' || ref === null || !isBankRef(ref)) return refundResult('unknown', heard.raw);
  const status = textAt(heard.json, 'status');
  const state = status === 'pending' || status === 'succeeded' || status === 'failed' ? status : 'unknown';
  return refundResult(state, heard.raw, { ref, failure: state === 'failed' ? failureOf(heard.json) : null });
}

/** `GET /transactions?since=&cursor=`: what was booked, oldest first. A line that cannot be read fails the whole list. */
async function listBankTransactions(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({ since: since.toISOString(), ...(cursor !== null && { cursor }) });
  const heard = await askBank(context, { method: 'GET', path: `/transactions?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const transactions = objectsAt(heard.json, 'transactions').map((row) => {
    const read = transactionOf(row);
    if (read === null) throw new ListFailed(JSON.stringify(row).slice(0, 200));
    return read;
  });
  return { transactions, cursor: textAt(heard.json, 'next_cursor') };
}

function transactionOf(row: WireObject): ProviderTransaction | null {
  const [ref, currency, at] = [textAt(row, 'ref'), textAt(row, 'currency'), timeAt(row, 'at')];
  const amountMinor = majorAt(row, currency, 'amount');
  const state = (['succeeded', 'refunded', 'failed'] as const).find(
    (known) => known === textAt(row, 'status'),
  );
  if (ref === null || currency === null || at === null || amountMinor === null || state === undefined)
    return null;
  return { ref, amountMinor, currency, feeMinor: majorAt(row, currency, 'fee'), state, at };
}

/** `{ref, status}`, signed over the moment and the body as it came. */
async function readBankCallback(
  context: ProviderContext,
  { body, headers }: ProviderCallback,
): Promise<readonly CallbackHint[]> {
  const signed = readTimedSignature(headers['cottontree-signature'], context.wallNow);
  const secret = context.credentials['secret'] ?? '';
  if (
    signed === null ||
    secret === '' ||
    !spells(signed.signatures, hmac(secret, `${signed.timestamp}.`, body), 'hex')
  )
    return [];
  const said = readObject(body.toString('utf8'));
  const [ref, status] = [textAt(said, 'ref'), textAt(said, 'status')];
  return ref === null || status === null || !isBankRef(ref) ? [] : [{ ref, state: status.slice(0, 40) }];
}

type BankRequest = {
  readonly method: 'GET' | 'POST';
  /** Behind the base URL, with the slash it begins with. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
};

/** One signed request of our own contract. */
function askBank(
  context: ProviderContext,
  { method, path, body, idempotencyKey }: BankRequest,
): Promise<Heard> {
  const url = `${providerAddress('generic_http', context.settings)}${path}`;
  const text = body ? JSON.stringify(body) : '';
  const signed = {
    timestamp: Math.floor(context.wallNow.getTime() / 1_000),
    method,
    path: pathOf(url),
    body: text,
  };
  return ask(context, {
    method,
    url,
    headers: {
      'cottontree-signature': signRequest(context.credentials['secret'] ?? '', signed),
      ...(context.settings['account'] !== undefined && { 'cottontree-account': context.settings['account'] }),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: text,
  });
}

/** Their words about a refusal. */
function bankComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (textAt(json, 'error', 'message') ?? 'The provider refused the request.').slice(0, 200);
}

function pathOf(url: string): string {
  const { pathname, search } = parseUrl(url) ?? { pathname: '', search: '' };
  return pathname + search;
}
