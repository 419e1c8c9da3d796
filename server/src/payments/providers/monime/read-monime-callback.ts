import type { CallbackHint, ProviderCallback, ProviderContext } from '../provider.ts';
import { readObject, textAt } from '../wire/fields.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';

const KINDS: Readonly<Record<string, string>> = {
  payment_code: 'payment-codes',
  checkout_session: 'checkout-sessions',
};

/** Which code or session an event is about. */
export async function readMonimeCallback(
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
