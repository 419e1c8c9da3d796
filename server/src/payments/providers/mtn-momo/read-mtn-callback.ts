import { isId } from '@cottontree/contract';
import type { CallbackHint, ProviderCallback } from '../provider.ts';
import { readObject, textAt } from '../wire/fields.ts';

/** MTN signs nothing; `externalId` is our payment's id. No more than a hint. */
export async function readMtnCallback({ body }: ProviderCallback): Promise<readonly CallbackHint[]> {
  const said = readObject(body.toString('utf8'));
  const [paymentId, status] = [textAt(said, 'externalId'), textAt(said, 'status')];
  return paymentId === null || status === null || !isId('pay_', paymentId)
    ? []
    : [{ ref: paymentId, state: status.slice(0, 40) }];
}
