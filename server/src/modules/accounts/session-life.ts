import type { Session } from '../../kernel/call/session.ts';

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
