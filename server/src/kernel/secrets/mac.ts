import { createHmac, hash } from 'node:crypto';

/** A key as HMAC-SHA256 uses it (RFC 2104): what is hashed before a message, and what before the hash of that. */
export type MacKey = { readonly key: Buffer; readonly inner: Buffer; readonly outer: Buffer };

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** What is longer is hashed in parts. */
const AT_ONCE_BYTES_MAX = 256 * 1_024;
const UTF8_BYTES_PER_UNIT_MAX = 3;

const gathered = Buffer.allocUnsafeSlow(AT_ONCE_BYTES_MAX);
const last = Buffer.allocUnsafeSlow(BLOCK_BYTES + DIGEST_BYTES);

/** Makes a key ready for many messages. */
export function prepareMac(key: Buffer): MacKey {
  const block = Buffer.alloc(BLOCK_BYTES);
  (key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key).copy(block);
  return {
    key,
    inner: Buffer.from(block.map((byte) => byte ^ INNER_PAD)),
    outer: Buffer.from(block.map((byte) => byte ^ OUTER_PAD)),
  };
}

/**
 * HMAC-SHA256 of a text, as UTF-8, and the bytes behind it. It is made of two plain hashes, for one object of HMAC costs twice as
 * much as both, and its end is a part of every collection.
 */
export function macOf(
  key: MacKey,
  { head, body }: { readonly head: string; readonly body: Buffer },
  encoding: 'hex' | 'base64',
): string {
  const headBytesMax = head.length * UTF8_BYTES_PER_UNIT_MAX;
  if (BLOCK_BYTES + headBytesMax + body.length > AT_ONCE_BYTES_MAX)
    return createHmac('sha256', key.key).update(head).update(body).digest(encoding);
  key.inner.copy(gathered);
  const bodyAt = BLOCK_BYTES + (head === '' ? 0 : gathered.write(head, BLOCK_BYTES));
  body.copy(gathered, bodyAt);
  key.outer.copy(last);
  const inner = hash('sha256', gathered.subarray(0, bodyAt + body.length), 'binary');
  last.write(inner, BLOCK_BYTES, 'latin1');
  return hash('sha256', last, encoding);
}
