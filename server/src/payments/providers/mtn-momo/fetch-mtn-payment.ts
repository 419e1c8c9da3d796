import type { ProviderContext, ProviderResult } from '../provider.ts';
import { unknownResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askMtn } from './ask-mtn.ts';
import { readMtnPayment } from './read-mtn-payment.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How a request to pay stands. That MTN does not find it may only mean that it does not find it yet. */
export async function fetchMtnPayment(
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
