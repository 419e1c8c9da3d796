export type RetrySchedule = {
  readonly baseMs: number;
  readonly factor: number;
  readonly capMs: number;
  /** Attempts after the first; the specification allows at most 3. */
  readonly retriesMax: number;
};

export type FailedAttempt = {
  /** How many attempts have been made on their own account, this one included; 1 is the first. */
  readonly attempt: number;
  /** Uniform in [0, 1). */
  readonly chance: number;
  /** What the receiver asked for in `Retry-After`; null when it did not. */
  readonly retryAfterMs: number | null;
};

/** 10 s, 5 min, 2.5 h: past a restart, an outage and a power cut. */
export const defaultRetrySchedule: RetrySchedule = {
  baseMs: 10_000,
  factor: 30,
  capMs: 6 * 3_600_000,
  retriesMax: 3,
};

/** Automatic attempts of one delivery, the first included. */
export const triesMax = 1 + defaultRetrySchedule.retriesMax;

/**
 * Milliseconds until the next attempt, or null after the last: min(base · factor^(n-1), cap) · U(0.8, 1.2) for the n-th retry.
 * `Retry-After` stretches that to at most twice as long and never shortens it.
 */
export function retrySchedule(
  { attempt, chance, retryAfterMs }: FailedAttempt,
  schedule: RetrySchedule = defaultRetrySchedule,
): number | null {
  if (attempt > schedule.retriesMax) return null;
  const plain = Math.min(schedule.baseMs * schedule.factor ** (attempt - 1), schedule.capMs);
  const delayMs = plain * (0.8 + 0.4 * chance);
  return Math.round(Math.max(delayMs, Math.min(retryAfterMs ?? 0, delayMs * stretchMax)));
}

const stretchMax = 2;
