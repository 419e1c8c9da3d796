import { isCurrency, toMajor } from '@cottontree/contract';
import type { ProviderContext, ProviderResult, ProviderState } from '../provider.ts';
import { majorAt, textAt, valueAt } from '../wire/fields.ts';
import { resultOf, unknownResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askOrange } from './ask-orange.ts';
import { readOrangeReference, type OrangeReference } from './orange-reference.ts';

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
export async function fetchOrangePayment(
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
