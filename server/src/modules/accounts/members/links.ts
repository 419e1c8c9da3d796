import { createHash } from 'node:crypto';
import type { Accounts } from '../module.ts';

const PREFIXES = Object.freeze({ invitation: 'cit_', 'password-reset': 'crt_' } as const);
export type AccountLinkKind = keyof typeof PREFIXES;
const RANDOM_BYTES = 32;

/** A new link, of which only the hash of its token is kept. */
export type NewAccountLink = { readonly token: string; readonly hash: Buffer; readonly url: string };

/** The token stands behind `#`, which no browser sends and no log keeps. */
export function makeLink({ world, settings }: Accounts, kind: AccountLinkKind): NewAccountLink {
  const token = `${PREFIXES[kind]}${world.randomBytes(RANDOM_BYTES).toString('base64url')}`;
  return { token, hash: hashToken(token), url: `${settings.publicUrl}/dashboard/${kind}#${token}` };
}

/** What is kept of a token; null for text that cannot be one of this kind. */
export function hashLinkToken(kind: AccountLinkKind, text: string): Buffer | null {
  const form = /^(c[ir]t_)[\w-]{43}$/.exec(text);
  return form?.[1] === PREFIXES[kind] ? hashToken(text) : null;
}

/** So many random bits need no slow hash. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
