import type { PaymentFailureCode } from '@cottontree/contract';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderCallback,
  ProviderContext,
  ProviderPage,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutResult,
  ProviderResult,
  ProviderTransaction,
} from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { minorAt, objectsAt, readObject, textAt, timeAt, type WireObject } from '../wire/fields.ts';
import { healthOf } from '../wire/health.ts';
import { failedResult, ListFailed, payoutResult, resultOf, unknownResult } from '../wire/results.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';
import { askMonime, fetchMonimePayment, kindOf, monimeComplaint, readMonimePayment } from './ask-monime.ts';

/** Monime of Sierra Leone: codes that any phone dials, a hosted checkout, money out. It has no refunds. */
export function createMonime(): PaymentProvider {
  return {
    id: 'monime',
    capabilities: {
      channels: ['mobile_money', 'qr', 'hosted', 'card'],
      currencies: ['SLE', 'USD'],
      refund: 'none',
      cancel: true,
      callback: true,
      list: true,
      payout: true,
      minMinor: 1n,
      maxMinor: 100_000_000_000n,
      expirySeconds: [60, 86_400],
    },
    create: createMonimePayment,
    fetch: fetchMonimePayment,
    cancel: cancelMonimePayment,
    readCallback: readMonimeCallback,
    list: listMonimePayments,
    payout: payOutByMonime,
    fetchPayout: fetchMonimePayout,
    health: checkMonime,
  };
}

/** Takes the code or the session out of use, and tells how it stands then: money may have come first. */
async function cancelMonimePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
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

/** Whether the token may look at the space. */
async function checkMonime(
  context: ProviderContext,
): Promise<{ readonly healthy: boolean; readonly message: string | null }> {
  return healthOf(await askMonime(context, { method: 'GET', path: 'payments?limit=1' }));
}

/** A USSD code for phones, else a hosted checkout. The attempt is Monime's idempotency key. */
async function createMonimePayment(
  context: ProviderContext,
  wanted: ProviderPayment,
): Promise<ProviderResult> {
  const dials = wanted.channel === 'mobile_money' || wanted.channel === 'qr';
  const kind = dials ? 'payment-codes' : 'checkout-sessions';
  const heard = await askMonime(context, {
    method: 'POST',
    path: kind,
    body: dials ? codeOf(context, wanted) : sessionOf(context, wanted),
    idempotencyKey: wanted.attemptId,
  });
  if (heard.kind === 'refused') return failedResult(heard.raw, 'provider_error', monimeComplaint(heard));
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  return readMonimePayment(context, heard, { kind, channel: wanted.channel });
}

function codeOf(context: ProviderContext, wanted: ProviderPayment): object {
  return {
    mode: 'one_time',
    name: nameOf(context, wanted),
    amount: amountOf(wanted),
    duration: `${minutesLeft(context, wanted)}m`,
    reference: wanted.paymentId,
    ...(wanted.phone !== null &&
      wanted.channel === 'mobile_money' && { authorizedPhoneNumber: wanted.phone }),
    ...intoAccount(context),
  };
}

function sessionOf(context: ProviderContext, wanted: ProviderPayment): object {
  return {
    name: nameOf(context, wanted),
    reference: wanted.paymentId,
    lineItems: [
      {
        type: 'custom',
        name: wanted.description.slice(0, NAME_LENGTH_MAX),
        quantity: 1,
        price: amountOf(wanted),
      },
    ],
    successUrl: wanted.returnUrl,
    cancelUrl: wanted.cancelUrl,
    ...intoAccount(context),
  };
}

const NAME_LENGTH_MAX = 100;

function nameOf({ merchantName }: ProviderContext, { description }: ProviderPayment): string {
  return (description === '' ? merchantName : description).slice(0, NAME_LENGTH_MAX);
}

/** Minor units; below 2^53 by the provider's bounds. */
function amountOf({ amountMinor, currency }: ProviderPayment): {
  readonly currency: string;
  readonly value: number;
} {
  return { currency, value: Number(amountMinor) };
}

function minutesLeft({ now }: ProviderContext, { expiresAt }: ProviderPayment): number {
  return Math.min(Math.max(Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000), 1), 1_440);
}

function intoAccount({ settings }: ProviderContext): object {
  const account = settings['financial_account_id'];
  return account === undefined ? {} : { financialAccountId: account };
}

const PAGE_SIZE = 50;
const OWNERS: Readonly<Record<string, string>> = {
  payment_code: 'payment-codes',
  checkout_session: 'checkout-sessions',
};

/** Payments that came in, by the code or session they came through. Monime lists the newest first; what is older than `since` ends it. */
async function listMonimePayments(
  context: ProviderContext,
  { since, cursor }: { readonly since: Date; readonly cursor: string | null },
): Promise<ProviderPage> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor !== null && { after: cursor }) });
  const heard = await askMonime(context, { method: 'GET', path: `payments?${query.toString()}` });
  if (heard.kind !== 'read') throw new ListFailed(heard.raw);
  const rows = objectsAt(heard.json, 'result');
  const read = rows.map(transactionOf).filter((row) => row !== null);
  const transactions = read.filter(({ at }) => at >= since);
  const isOver = transactions.length < read.length || rows.length === 0;
  return { transactions, cursor: isOver ? null : textAt(heard.json, 'pagination', 'next') };
}

function transactionOf(row: WireObject): ProviderTransaction | null {
  const kind = OWNERS[textAt(row, 'ownershipGraph', 'owner', 'type') ?? ''];
  const id = textAt(row, 'ownershipGraph', 'owner', 'id');
  const [amountMinor, currency, at] = [
    minorAt(row, 'amount', 'value'),
    textAt(row, 'amount', 'currency'),
    timeAt(row, 'createTime'),
  ];
  if (amountMinor === null || currency === null || at === null || textAt(row, 'status') !== 'completed')
    return null;
  const ref = kind === undefined || id === null ? (textAt(row, 'id') ?? '') : `${kind}/${id}`;
  return { ref, amountMinor, currency, feeMinor: feesOf(row), state: 'succeeded', at };
}

function feesOf(row: WireObject): bigint | null {
  const fees = objectsAt(row, 'fees').map((fee) => minorAt(fee, 'amount', 'value'));
  return fees.length === 0 || fees.includes(null)
    ? null
    : fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n);
}

/** Sends money to a wallet or a bank; the payout's id is the idempotency key. */
async function payOutByMonime(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination }: ProviderPayout,
): Promise<ProviderPayoutResult> {
  const heard = await askMonime(context, {
    method: 'POST',
    path: 'payouts',
    body: {
      amount: { currency, value: Number(amountMinor) },
      destination: destinationOf(destination),
      metadata: { payout_id: payoutId },
    },
    idempotencyKey: payoutId,
  });
  if (heard.kind === 'refused')
    return payoutResult('failed', heard.raw, {
      failure: { code: 'provider_error', message: monimeComplaint(heard) },
    });
  return readPayout(heard);
}

async function fetchMonimePayout(context: ProviderContext, ref: string): Promise<ProviderPayoutResult> {
  if (!/^[\w-]{1,100}$/.test(ref)) return payoutResult('unknown', 'Not a reference of Monime.', { ref });
  const heard = await askMonime(context, { method: 'GET', path: `payouts/${ref}` });
  return heard.kind === 'read' ? readPayout(heard) : payoutResult('unknown', heard.raw, { ref });
}

function destinationOf(destination: ProviderPayout['destination']): object {
  const { type = 'mobile_money', provider_id = '', phone = '', account_number = '' } = destination;
  return type === 'bank'
    ? { type: 'bank', providerId: provider_id, accountNumber: account_number }
    : { type: 'momo', providerId: provider_id, phoneNumber: phone };
}

const STATES: Readonly<Record<string, ProviderPayoutResult['state']>> = {
  pending: 'pending',
  processing: 'pending',
  completed: 'paid',
  failed: 'failed',
};
const CODES: Readonly<Record<string, PaymentFailureCode>> = {
  fund_insufficient: 'insufficient_funds',
  provider_account_missing: 'account_not_found',
  provider_account_quota_exhausted: 'limit_exceeded',
};

function readPayout(heard: Heard): ProviderPayoutResult {
  if (heard.kind !== 'read') return payoutResult('unknown', heard.raw);
  const ref = textAt(heard.json, 'result', 'id');
  const state = STATES[textAt(heard.json, 'result', 'status') ?? ''] ?? 'unknown';
  const failure = {
    code: CODES[textAt(heard.json, 'result', 'failureDetail', 'code') ?? ''] ?? ('provider_error' as const),
    message: textAt(heard.json, 'result', 'failureDetail', 'message') ?? 'Monime could not pay it out.',
  };
  return payoutResult(ref === null ? 'unknown' : state, heard.raw, {
    ref,
    failure: state === 'failed' ? failure : null,
  });
}

const KINDS: Readonly<Record<string, string>> = {
  payment_code: 'payment-codes',
  checkout_session: 'checkout-sessions',
};

/** Which code or session an event is about. */
async function readMonimeCallback(
  context: ProviderContext,
  { body, headers }: ProviderCallback,
): Promise<readonly CallbackHint[]> {
  const signed = readTimedSignature(
    headers['monime-signature'] ?? headers['x-monime-signature'],
    context.wallNow,
  );
  const secret = context.credentials['webhook_secret'] ?? '';
  if (signed === null || secret === '') return [];
  // Their page on signatures does not say what joins time and body; integrations report an underscore.
  const isTheirs = ['_', '.'].some((joint) =>
    spells(signed.signatures, hmac(secret, signed.timestamp, joint, body), 'base64'),
  );
  return isTheirs ? hintsOf(body.toString('utf8')) : [];
}

function hintsOf(text: string): readonly CallbackHint[] {
  const event = readObject(text);
  const kind = KINDS[textAt(event, 'object', 'type') ?? ''];
  const id = textAt(event, 'object', 'id') ?? textAt(event, 'data', 'id');
  if (kind === undefined || id === null || !/^[\w-]{1,100}$/.test(id)) return [];
  return [{ ref: `${kind}/${id}`, state: textAt(event, 'event', 'name') ?? 'event' }];
}
