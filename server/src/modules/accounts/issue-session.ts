import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, tokenPrefixes } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { Session } from '../../kernel/call/session.ts';
import { AGENT_LENGTH_MAX } from '../../kernel/web/agent-names.ts';
import type { Runner } from '../../store/index.ts';
import { endSessionsBeyond, insertSession } from './sessions.queries.ts';

/** The token of a new session: shown only here, once. */
export type IssuedSession = { readonly id: string; readonly token: string; readonly expiresAt: Date };

/** Of more than these the oldest end. */
const SESSIONS_MAX = 20;

/** Makes and stores a session. Of its token only the hash is kept. */
export async function issueSession(
  system: Runner,
  { world }: Context,
  of: {
    readonly kind: Session['kind'];
    readonly subjectId: string;
    readonly address: string;
    /** What the User-Agent says; left out: no browser asks. */
    readonly agent?: string;
  },
): Promise<IssuedSession> {
  const now = world.systemNow();
  const id = makeId('ses_', now.getTime(), world.randomBytes(idRandomBytes));
  const token = makeSessionToken(of.kind, world.randomBytes);
  const hash = hashSessionToken(token);
  if (!hash) throw new Error('A new token has not the form of one.');
  const expiresAt = sessionExpiry(of.kind, { createdAt: now, usedAt: now });
  await insertSession(system, {
    id,
    token_hash: hash,
    kind: of.kind,
    subject_id: of.subjectId,
    address: of.address,
    agent: of.agent?.slice(0, AGENT_LENGTH_MAX) ?? '',
    created_at: now,
    expires_at: expiresAt,
  });
  await endSessionsBeyond(system, { subjectId: of.subjectId, keptMax: SESSIONS_MAX, at: now });
  return { id, token, expiresAt };
}

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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest that a person of a merchant stays signed in, and the cookie is kept. */
export const MEMBER_SESSION_MS = 30 * DAY_MS;

/** The same of a person of the platform. */
export const OPERATOR_SESSION_MS = 7 * DAY_MS;

type Life = { readonly idleMs: number; readonly wholeMs: number };

/** A courier's phone stays signed in while it is used; a desk in an office is left, and others sit down at it. */
const LIVES: Readonly<Record<Session['kind'], Life>> = Object.freeze({
  driver: { idleMs: 30 * DAY_MS, wholeMs: Infinity },
  operator: { idleMs: 12 * HOUR_MS, wholeMs: OPERATOR_SESSION_MS },
  member: { idleMs: 12 * HOUR_MS, wholeMs: MEMBER_SESSION_MS },
});

/** When a session ends that began at one moment and was last used at another. */
export function sessionExpiry(
  kind: Session['kind'],
  { createdAt, usedAt }: { readonly createdAt: Date; readonly usedAt: Date },
): Date {
  const { idleMs, wholeMs } = LIVES[kind];
  return new Date(Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + wholeMs));
}
