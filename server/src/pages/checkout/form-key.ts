import { createHash } from 'node:crypto';
import type { Idempotency } from '../../kernel/call/call.ts';

const NONCE = /^[\w-]{22}$/;

/**
 * What makes a form that is sent twice take effect once: the number of its showing, and what was written in it. Somebody who
 * goes back and writes something else sends another form.
 */
export function formKey(
  { nonce = '', ...written }: Readonly<Record<string, string>>,
  about: string,
): Idempotency | null {
  if (!NONCE.test(nonce)) return null;
  const hash = createHash('sha256')
    .update(
      JSON.stringify([about, Object.entries(written).toSorted(([one], [other]) => (one < other ? -1 : 1))]),
    )
    .digest();
  return { key: `page:${nonce}:${hash.toString('base64url', 0, 12)}`, hash };
}
