import { createHash } from 'node:crypto';
import { tokenPrefixes } from '@cottontree/contract';
import type { Session } from '../../kernel/call/session.ts';

const TOKEN_FORM = /^c[dom]s_[\w-]{43}$/;
const RANDOM_BYTES = 32;

/** A new token: 256 random bits behind a prefix that says whose it is. */
export function makeSessionToken(kind: Session['kind'], randomBytes: (length: number) => Buffer): string {
  return `${tokenPrefixes[kind]}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** What is kept of a token; null for text that cannot be one. So many random bits need no slow hash. */
export function hashSessionToken(text: string): Buffer | null {
  return TOKEN_FORM.test(text) ? createHash('sha256').update(text).digest() : null;
}
