/** How many seconds after each question about money on its way the next one comes; then once an hour. */
const WAITS_SECONDS = [2, 3, 5, 8, 13, 21, 30, 60, 120, 300] as const;
const LAST_WAIT_SECONDS = 3_600;

/** When a provider that has been asked `polls` times already is asked again. */
export function nextPollAt(polls: number, now: Date): Date {
  return new Date(now.getTime() + (WAITS_SECONDS[polls] ?? LAST_WAIT_SECONDS) * 1_000);
}

/** So long one node alone speaks about it: longer than a provider may take to answer. */
export const MONEY_LEASE_MS = 60_000;
