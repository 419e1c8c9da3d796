import type { CallbackHint, ProviderCallback, ProviderContext } from '../provider.ts';
import { readObject, textAt } from '../wire/fields.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';
import { isSession } from './read-stripe-session.ts';

/** Which page an event is about: those of `checkout.session.*`, signed over the moment and the body as it came. */
export async function readStripeCallback(
  context: ProviderContext,
  { body, headers }: ProviderCallback,
): Promise<readonly CallbackHint[]> {
  const signed = readTimedSignature(headers['stripe-signature'], context.wallNow);
  const secret = context.credentials['webhook_secret'] ?? '';
  if (
    signed === null ||
    secret === '' ||
    !spells(signed.signatures, hmac(secret, signed.timestamp, '.', body), 'hex')
  )
    return [];
  const event = readObject(body.toString('utf8'));
  const ref = textAt(event, 'data', 'object', 'id') ?? '';
  return isSession(ref) ? [{ ref, state: (textAt(event, 'type') ?? 'event').slice(0, 100) }] : [];
}
