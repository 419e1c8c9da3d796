import { decimalText, isId } from '@cottontree/contract';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderCallback,
  ProviderContext,
  ProviderPayment,
  ProviderPayout,
  ProviderPayoutResult,
  ProviderRefund,
  ProviderRefundResult,
  ProviderResult,
  ProviderState,
} from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { majorAt, readObject, textAt } from '../wire/fields.ts';
import { healthOf } from '../wire/health.ts';
import { uuidOf } from '../wire/own-reference.ts';
import {
  failedResult,
  nextAction,
  payoutResult,
  refundResult,
  resultOf,
  unknownResult,
} from '../wire/results.ts';
import { createTokenMemory, type TokenMemory } from '../wire/tokens.ts';
import { askMtn, askToken, mtnComplaint, mtnFailure } from './ask-mtn.ts';

/** MTN MoMo: the payer's phone is asked. A request cannot be called off, only time out. */
export function createMtnMomo(): PaymentProvider {
  const tokens = createTokenMemory();
  return {
    id: 'mtn_momo',
    capabilities: {
      channels: ['mobile_money'],
      currencies: null,
      refund: 'partial',
      cancel: false,
      callback: true,
      list: false,
      payout: true,
      minMinor: 1n,
      maxMinor: 10_000_000_000n,
      expirySeconds: [60, 3_600],
    },
    create: (context, wanted) => createMtnPayment(context, wanted, tokens),
    findByAttempt: (context, attemptId) => fetchMtnPayment(context, uuidOf(attemptId), tokens),
    fetch: (context, ref) => fetchMtnPayment(context, ref, tokens),
    refund: (context, wanted) => sendBackByMtn(context, wanted, tokens),
    fetchRefund: (context, ref) => fetchMtnRefund(context, ref, tokens),
    readCallback: (_context, callback) => readMtnCallback(callback),
    payout: (context, wanted) => payOutByMtn(context, wanted, tokens),
    fetchPayout: (context, ref) => fetchMtnPayout(context, ref, tokens),
    health: async (context) => healthOf(await askToken(context, 'collection')),
  };
}

/** Asks the payer's phone. The reference is made from the attempt, and MTN takes each reference once, so that asking again after silence asks nobody twice. */
async function createMtnPayment(
  context: ProviderContext,
  wanted: ProviderPayment,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  if (wanted.phone === null)
    return failedResult('Nothing was sent.', 'account_not_found', "MTN MoMo needs the payer's phone number.");
  const ref = uuidOf(wanted.attemptId);
  const heard = await askMtn(context, tokens, {
    product: 'collection',
    method: 'POST',
    path: 'v1_0/requesttopay',
    body: bodyOf(context, wanted),
    reference: ref,
    callbackUrl: wanted.callbackUrl,
  });
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  if (heard.kind === 'refused')
    return heard.status === 409 ? fetchMtnPayment(context, ref, tokens) : refused(heard);
  return resultOf('processing', heard.raw, {
    ref,
    amountMinor: wanted.amountMinor,
    currency: wanted.currency,
    nextAction: waiting(),
  });
}

const NOTE_LENGTH_MAX = 160;

function bodyOf(
  { merchantName }: ProviderContext,
  { amountMinor, currency, phone, description, paymentId }: ProviderPayment,
): object {
  return {
    amount: decimalText(amountMinor, currency),
    currency,
    externalId: paymentId,
    payer: { partyIdType: 'MSISDN', partyId: (phone ?? '').replace('+', '') },
    payerMessage: plain(merchantName),
    payeeNote: plain(description),
  };
}

/** MTN takes few characters in its notes, and refuses the whole request for others. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\w .,-]/g, '')
    .slice(0, NOTE_LENGTH_MAX);
}

function refused(heard: Parameters<typeof mtnComplaint>[0]): ProviderResult {
  const { code, message } = mtnComplaint(heard);
  return failedResult(
    heard.raw,
    code === 'PAYER_NOT_FOUND' ? 'account_not_found' : 'provider_error',
    message,
  );
}

/** Sends money to a wallet. */
async function payOutByMtn(
  context: ProviderContext,
  { payoutId, amountMinor, currency, destination }: ProviderPayout,
  tokens: TokenMemory,
): Promise<ProviderPayoutResult> {
  const ref = uuidOf(payoutId);
  const payee = { partyIdType: 'MSISDN', partyId: (destination['phone'] ?? '').replace('+', '') };
  const body = {
    amount: decimalText(amountMinor, currency),
    currency,
    externalId: ref,
    payee,
    payerMessage: 'Payout',
    payeeNote: 'Payout',
  };
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'POST',
    path: 'v1_0/transfer',
    body,
    reference: ref,
  });
  if (heard.kind === 'read') return payoutResult('pending', heard.raw, { ref });
  // Without a reference the same request is sent again: it may never have come there.
  if (heard.kind === 'unknown') return payoutResult('unknown', heard.raw);
  if (heard.status === 409) return fetchMtnPayout(context, ref, tokens);
  return payoutResult('failed', heard.raw, {
    ref,
    failure: { code: 'provider_error', message: mtnComplaint(heard).message },
  });
}

async function fetchMtnPayout(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderPayoutResult> {
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'GET',
    path: `v1_0/transfer/${encodeURIComponent(ref)}`,
  });
  const state = stateOf(heard);
  return payoutResult(state === 'succeeded' ? 'paid' : state, heard.raw, {
    ref,
    failure: state === 'failed' && heard.kind === 'read' ? mtnFailure(heard.json) : null,
  });
}

/** MTN signs nothing; `externalId` is our payment's id. No more than a hint. */
async function readMtnCallback({ body }: ProviderCallback): Promise<readonly CallbackHint[]> {
  const said = readObject(body.toString('utf8'));
  const [paymentId, status] = [textAt(said, 'externalId'), textAt(said, 'status')];
  return paymentId === null || status === null || !isId('pay_', paymentId)
    ? []
    : [{ ref: paymentId, state: status.slice(0, 40) }];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How a request to pay stands. That MTN does not find it may only mean that it does not find it yet. */
async function fetchMtnPayment(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  if (!UUID.test(ref)) return unknownResult('Not a reference of MTN MoMo.', ref);
  const heard = await askMtn(context, tokens, {
    product: 'collection',
    method: 'GET',
    path: `v1_0/requesttopay/${ref}`,
  });
  return heard.kind === 'read' ? readMtnPayment(heard, ref) : unknownResult(heard.raw, ref);
}

/** Sends money of a payment back, whole or in part; the reference is made from the refund, and MTN takes each reference once. */
async function sendBackByMtn(
  context: ProviderContext,
  wanted: ProviderRefund,
  tokens: TokenMemory,
): Promise<ProviderRefundResult> {
  const ref = uuidOf(wanted.refundId);
  const body = {
    amount: decimalText(wanted.amountMinor, wanted.currency),
    currency: wanted.currency,
    externalId: ref,
    payerMessage: 'Refund',
    payeeNote: 'Refund',
    referenceIdToRefund: wanted.paymentRef,
  };
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'POST',
    path: 'v1_0/refund',
    body,
    reference: ref,
  });
  if (heard.kind === 'read') return refundResult('pending', heard.raw, { ref });
  // Without a reference the same request is sent again: it may never have come there.
  if (heard.kind === 'unknown') return refundResult('unknown', heard.raw);
  if (heard.status === 409) return fetchMtnRefund(context, ref, tokens);
  return refundResult('failed', heard.raw, {
    ref,
    failure: { code: 'provider_error', message: mtnComplaint(heard).message },
  });
}

async function fetchMtnRefund(
  context: ProviderContext,
  ref: string,
  tokens: TokenMemory,
): Promise<ProviderRefundResult> {
  const heard = await askMtn(context, tokens, {
    product: 'disbursement',
    method: 'GET',
    path: `v1_0/refund/${encodeURIComponent(ref)}`,
  });
  const state = stateOf(heard);
  return refundResult(state, heard.raw, {
    ref,
    failure: state === 'failed' && heard.kind === 'read' ? mtnFailure(heard.json) : null,
  });
}

/** As MTN tells of everything it moves. */
function stateOf(heard: Heard): 'pending' | 'succeeded' | 'failed' | 'unknown' {
  const word = heard.kind === 'read' ? textAt(heard.json, 'status') : null;
  if (word === 'SUCCESSFUL') return 'succeeded';
  if (word === 'PENDING' || word === 'CREATED') return 'pending';
  return word === 'FAILED' || word === 'REJECTED' || word === 'TIMEOUT' ? 'failed' : 'unknown';
}

const STATES: Readonly<Record<string, ProviderState>> = {
  CREATED: 'processing',
  PENDING: 'processing',
  SUCCESSFUL: 'succeeded',
  FAILED: 'failed',
  REJECTED: 'failed',
  TIMEOUT: 'failed',
};

/** What MTN says of a request to pay. A payer who only let it time out has it expired. */
function readMtnPayment(heard: Extract<Heard, { kind: 'read' }>, ref: string): ProviderResult {
  const state = STATES[textAt(heard.json, 'status') ?? ''];
  if (state === undefined) return unknownResult(heard.raw, ref);
  const currency = textAt(heard.json, 'currency');
  const facts = { ref, currency, amountMinor: majorAt(heard.json, currency, 'amount') };
  if (state === 'processing') return resultOf(state, heard.raw, { ...facts, nextAction: waiting() });
  if (state === 'succeeded') return resultOf(state, heard.raw, facts);
  const failure = mtnFailure(heard.json);
  return failure.code === 'expired'
    ? resultOf('expired', heard.raw, facts)
    : resultOf('failed', heard.raw, { ...facts, failure });
}

function waiting() {
  return nextAction('wait', { message: 'Confirm with your MoMo PIN on your phone.' });
}
