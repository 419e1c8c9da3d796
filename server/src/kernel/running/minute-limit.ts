/** Counts per minute in memory, for what may be asked often but not without end. */
export type MinuteLimit = {
  /** Seconds to wait when `bucket` has had `most` in this minute; 0 when this one was let through, and counted. */
  readonly take: (bucket: string, most: number) => number;
};

const MINUTE_MS = 60_000;

/** Starts each minute anew, so nothing is kept of the ones before. */
export function createMinuteLimit(monotonicMs: () => number): MinuteLimit {
  let counts = new Map<string, number>();
  let startedMs = monotonicMs();

  return {
    take(bucket, most) {
      const now = monotonicMs();
      if (now - startedMs >= MINUTE_MS) {
        counts = new Map();
        startedMs = now;
      }
      const count = counts.get(bucket) ?? 0;
      if (count >= most) return Math.max(1, Math.ceil((startedMs + MINUTE_MS - now) / 1_000));
      counts.set(bucket, count + 1);
      return 0;
    },
  };
}
