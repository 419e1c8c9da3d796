import { nextActionTypes, paymentFailureCodes, type PaymentFailureCode } from '@cottontree/contract';
import type { ProviderContext, ProviderNextAction, ProviderResult, ProviderState } from '../provider.ts';
import type { Heard } from '../wire/ask.ts';
import { majorAt, payerUrl, textAt, ussdCode, type WireObject } from '../wire/fields.ts';
import { nextAction, resultOf, unknownResult } from '../wire/results.ts';

const STATES: ReadonlySet<string> = new Set<ProviderState>([
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
]);

/** A payment as the contract spells it. */
export function readBankPayment(
  context: ProviderContext,
  heard: Extract<Heard, { kind: 'read' }>,
): ProviderResult {
  const { json, raw } = heard;
  const ref = textAt(json, 'ref');
  const state = textAt(json, 'status') ?? '';
  if (ref === null || !isBankRef(ref)) return unknownResult(raw);
  if (!isState(state)) return unknownResult(raw, ref);
  const action = actionOf(context, json);
  if (state === 'requires_action' && action === null) return unknownResult(raw, ref);
  const currency = textAt(json, 'currency');
  const facts = {
    ref,
    currency,
    amountMinor: majorAt(json, currency, 'amount'),
    feeMinor: majorAt(json, currency, 'fee'),
  };
  return resultOf(state, raw, {
    ...facts,
    nextAction: state === 'requires_action' || state === 'processing' ? action : null,
    failure: state === 'failed' ? failureOf(json) : null,
  });
}

/** References become part of a path. */
export function isBankRef(ref: string): boolean {
  return /^[\w-]{1,100}$/.test(ref);
}

function isState(text: string): text is ProviderState {
  return STATES.has(text);
}

/** Null where it is of no kind that we know, or misses what its kind needs. */
function actionOf(context: ProviderContext, json: WireObject): ProviderNextAction | null {
  const type = nextActionTypes.find((known) => known === textAt(json, 'next_action', 'type'));
  const url = payerUrl(textAt(json, 'next_action', 'url'), context);
  const code = ussdCode(textAt(json, 'next_action', 'ussd_code'));
  const qrPayload = textAt(json, 'next_action', 'qr_payload')?.slice(0, QR_LENGTH_MAX) ?? null;
  const message = textAt(json, 'next_action', 'message')?.slice(0, MESSAGE_LENGTH_MAX) ?? null;
  if (type === undefined || type === 'nfc') return null;
  if (
    (type === 'redirect' && url === null) ||
    (type === 'ussd' && code === null) ||
    (type === 'qr' && qrPayload === null)
  )
    return null;
  return nextAction(type, { url, ussdCode: code, qrPayload, message });
}

/** What still makes a code that phones read. */
const QR_LENGTH_MAX = 500;
const MESSAGE_LENGTH_MAX = 200;

export function failureOf(json: WireObject): { readonly code: PaymentFailureCode; readonly message: string } {
  const code =
    paymentFailureCodes.find((known) => known === textAt(json, 'failure', 'code')) ?? 'provider_error';
  return {
    code,
    message: (textAt(json, 'failure', 'message') ?? 'The provider says that it failed.').slice(
      0,
      MESSAGE_LENGTH_MAX,
    ),
  };
}
