import { isId } from '@cottontree/contract';
import type { CallbackHint, ProviderCallback } from '../provider.ts';
import { readObject, textAt } from '../wire/fields.ts';

/** Orange signs nothing and names only a token of its own; the address it calls names our payment. No more than a hint. */
export async function readOrangeCallback({
  body,
  query,
}: ProviderCallback): Promise<readonly CallbackHint[]> {
  const paymentId = query['payment'] ?? '';
  const said = readObject(body.toString('utf8'));
  const status = textAt(said, 'status');
  if (!isId('pay_', paymentId) || status === null || textAt(said, 'notif_token') === null) return [];
  return [{ ref: paymentId, state: status.slice(0, 40) }];
}
