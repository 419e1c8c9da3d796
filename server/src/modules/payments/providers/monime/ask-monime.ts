import type { PaymentChannel } from '@cottontree/contract';
import type { ProviderContext, ProviderNextAction, ProviderResult, ProviderState } from '../provider.ts';
import { ask, type Heard } from '../wire/ask.ts';
import { providerAddress } from '../provider-address.ts';
import { minorAt, objectsAt, payerUrl, textAt, ussdCode, ussdLink, type WireObject } from '../wire/fields.ts';
import { nextAction, resultOf, unknownResult } from '../wire/results.ts';

type MonimeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Behind `/v1/`. */
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
};

/** The API's release that this was written for. */
const RELEASE = 'caph.2025-08-23';

/** One request to Monime; `result` of the answer is what was asked for. */
export function askMonime(
  context: ProviderContext,
  { method, path, body, idempotencyKey }: MonimeRequest,
): Promise<Heard> {
  return ask(context, {
    method,
    url: `${providerAddress('monime', context.settings)}/v1/${path}`,
    headers: {
      authorization: `Bearer ${context.credentials['access_token'] ?? ''}`,
      'monime-space-id': context.credentials['space_id'] ?? '',
      'monime-version': RELEASE,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: body ? JSON.stringify(body) : null,
  });
}

/** Their words about a refusal. */
export function monimeComplaint({ json }: Extract<Heard, { kind: 'refused' }>): string {
  return (
    textAt(json, 'error', 'message') ??
    textAt(json, 'messages', 0) ??
    textAt(json, 'message') ??
    'Monime refused the request.'
  ).slice(0, 200);
}

/** How a code or a session stands. A refusal to tell says nothing about the money. */
export async function fetchMonimePayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  const kind = kindOf(ref);
  if (kind === null) return unknownResult('Not a reference of Monime.', ref);
  const heard = await askMonime(context, { method: 'GET', path: ref });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const result = readMonimePayment(context, heard, { kind, channel: null });
  return result.ref === ref ? result : unknownResult(heard.raw, ref);
}

/** References are paths, so that nothing else is ever asked for. */
export function kindOf(ref: string): MonimeKind | null {
  const [, kind] = /^(payment-codes|checkout-sessions)\/[\w-]{1,100}$/.exec(ref) ?? [];
  return kind === undefined ? null : (kind as MonimeKind);
}

type MonimeKind = 'payment-codes' | 'checkout-sessions';

type Read = Extract<Heard, { kind: 'read' }>;

const STATES: Readonly<Record<string, ProviderState>> = {
  pending: 'requires_action',
  processing: 'processing',
  completed: 'succeeded',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** What Monime says of a code or a session. One it says nothing readable of is unknown, with its reference if there is one. */
export function readMonimePayment(
  context: ProviderContext,
  heard: Read,
  { kind, channel }: { readonly kind: MonimeKind; readonly channel: PaymentChannel | null },
): ProviderResult {
  const id = textAt(heard.json, 'result', 'id');
  if (id === null || !/^[\w-]{1,100}$/.test(id)) return unknownResult(heard.raw);
  const ref = `${kind}/${id}`;
  const state = STATES[textAt(heard.json, 'result', 'status') ?? ''];
  if (state === undefined) return unknownResult(heard.raw, ref);
  const action = state === 'requires_action' ? actionOf(context, heard.json, channel) : null;
  if (state === 'requires_action' && action === null) return unknownResult(heard.raw, ref);
  return resultOf(state, heard.raw, {
    ref,
    nextAction: action,
    ...(kind === 'payment-codes' ? paidByCode(heard.json, state) : paidBySession(heard.json)),
  });
}

function actionOf(
  context: ProviderContext,
  json: WireObject,
  channel: PaymentChannel | null,
): ProviderNextAction | null {
  const code = ussdCode(textAt(json, 'result', 'ussdCode'));
  if (code !== null)
    return nextAction(channel === 'qr' ? 'qr' : 'ussd', {
      ussdCode: code,
      qrPayload: ussdLink(code),
      message: `Dial ${code} and confirm with your PIN.`,
    });
  const url = payerUrl(textAt(json, 'result', 'redirectUrl'), context);
  return url === null ? null : nextAction('redirect', { url });
}

type Paid = Pick<ProviderResult, 'amountMinor' | 'currency'>;

/** What was really paid, once it was; before that, what was asked for. */
function paidByCode(json: WireObject, state: ProviderState): Paid {
  const paid = ['result', 'processedPaymentData', 'amount'] as const;
  const asked = ['result', 'amount'] as const;
  const at = state === 'succeeded' && minorAt(json, ...paid, 'value') !== null ? paid : asked;
  return { amountMinor: minorAt(json, ...at, 'value'), currency: textAt(json, ...at, 'currency') };
}

/** The sum of the lines; unknown where one of them cannot be read or is in another currency. */
function paidBySession(json: WireObject): Paid {
  const lines = objectsAt(json, 'result', 'lineItems', 'data');
  const currency = textAt(lines[0], 'price', 'currency');
  const amounts = lines.map((line) => {
    const [price, quantity] = [minorAt(line, 'price', 'value'), minorAt(line, 'quantity')];
    return price === null || quantity === null || textAt(line, 'price', 'currency') !== currency
      ? null
      : price * quantity;
  });
  if (amounts.length === 0 || amounts.includes(null)) return { amountMinor: null, currency: null };
  return { amountMinor: amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n), currency };
}
