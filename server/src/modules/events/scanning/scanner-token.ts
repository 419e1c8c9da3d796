import { createHash } from 'node:crypto';

const TOKEN_FORM = /^sct_[\w-]{43}$/;
const RANDOM_BYTES = 32;

/** A new token for a paired device: 256 random bits. */
export function makeScannerToken(randomBytes: (length: number) => Buffer): string {
  return `sct_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** What is kept of a token; null for text that cannot be one. */
export function hashScannerToken(text: string): Buffer | null {
  return TOKEN_FORM.test(text) ? createHash('sha256').update(text).digest() : null;
}
