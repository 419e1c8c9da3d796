import type { ContactAttempt } from '@cottontree/contract';

/** One try to reach the recipient, as the delivery keeps it. */
export type KeptAttempt = ContactAttempt & { readonly lat: number | null; readonly lng: number | null };

/** How many tries a delivery keeps: the first, which began the wait, and the latest. */
export const ATTEMPTS_KEPT_MAX = 20;

export function contactAttemptsOf(row: {
  readonly attempts: readonly KeptAttempt[];
}): readonly KeptAttempt[] {
  return row.attempts;
}

/** The tries with one more, in the order in which they happened, however late it is told. */
export function withAttempt(attempts: readonly KeptAttempt[], attempt: KeptAttempt): readonly KeptAttempt[] {
  const all = [...attempts, attempt].toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
  );
  return all.length <= ATTEMPTS_KEPT_MAX ? all : [...all.slice(0, 1), ...all.slice(1 - ATTEMPTS_KEPT_MAX)];
}
