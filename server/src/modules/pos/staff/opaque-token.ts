import { createHash } from 'node:crypto';
import { tokenPrefixes } from '@cottontree/contract';

/** Tokens of one kind: 256 random bits behind a prefix that says what they are. So many need no slow hash. */
export type TokenKind = {
  readonly make: (randomBytes: (length: number) => Buffer) => {
    readonly token: string;
    readonly hash: Buffer;
  };
  /** What is kept of a token; null for text that cannot be one. */
  readonly hash: (text: string) => Buffer | null;
};

const RANDOM_BYTES = 32;

function tokenKind(prefix: string): TokenKind {
  const form = new RegExp(`^${prefix}[\\w-]{43}$`);
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  return {
    make(randomBytes) {
      const token = `${prefix}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
      return { token, hash: hashOf(token) };
    },
    hash: (text) => (form.test(text) ? hashOf(text) : null),
  };
}

/** What a device that is bound to a till sends as X-Terminal-Token. */
export const terminalTokens = tokenKind(tokenPrefixes.terminal);

/** What a session sends instead of a key. */
export const sessionTokens = Object.freeze({
  live: tokenKind(tokenPrefixes.liveWidget),
  test: tokenKind(tokenPrefixes.testWidget),
});
