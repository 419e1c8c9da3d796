import type { RowOf } from '../../../kit/list/list-page.tsx';

export type Key = RowOf<'listKeys'>;

/** A key that nobody used for so long is worth a question. */
export const UNUSED_DAYS = 14;

/** Whether a key opens anything now. */
export function isAlive({ revoked_at: revoked, expires_at: expires }: Key): boolean {
  return revoked === null && (expires === null || new Date(expires) > new Date());
}

/** `sk_test_…x4Qd`. */
export function shownKey({ kind, livemode, last_four: last }: Key): string {
  return `${kind === 'public' ? 'pk' : 'sk'}_${livemode ? 'live' : 'test'}_…${last}`;
}

/** Days since it was used, or made. */
export function unusedDays({ last_used_at: used, created_at: made }: Key): number {
  return Math.floor((Date.now() - new Date(used ?? made).getTime()) / 86_400_000);
}
