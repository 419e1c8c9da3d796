import type { CallbackHint, ProviderCallback, ProviderContext } from '../provider.ts';
import { readObject, textAt } from '../wire/fields.ts';
import { hmac, readTimedSignature, spells } from '../wire/signatures.ts';
import { isBankRef } from './read-bank-payment.ts';

/** `{ref, status}`, signed over the moment and the body as it came. */
export async function readBankCallback(
  context: ProviderContext,
  { body, headers }: ProviderCallback,
): Promise<readonly CallbackHint[]> {
  const signed = readTimedSignature(headers['cottontree-signature'], context.wallNow);
  const secret = context.credentials['secret'] ?? '';
  if (
    signed === null ||
    secret === '' ||
    !spells(signed.signatures, hmac(secret, `${signed.timestamp}.`, body), 'hex')
  )
    return [];
  const said = readObject(body.toString('utf8'));
  const [ref, status] = [textAt(said, 'ref'), textAt(said, 'status')];
  return ref === null || status === null || !isBankRef(ref) ? [] : [{ ref, state: status.slice(0, 40) }];
}
