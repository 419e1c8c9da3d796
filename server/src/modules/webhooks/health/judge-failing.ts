export type FailingEndpoint = {
  readonly failingSince: Date;
  /** Deliveries given up since. */
  readonly exhausted: number;
  /** The last warning, in percent; 0 for none. */
  readonly warned: number;
};

/** What is to be said of a failing endpoint now: the percent of its time that are over, or that it is disabled. */
export type FailingVerdict = { readonly disable: boolean; readonly percent: number } | null;

/** How long an endpoint may fail, without one success, before it is disabled. */
export const FAILING_MS = 5 * 86_400_000;
/** How many deliveries must have been given up as well: a shop that sells little is not cut off for one. */
export const EXHAUSTED_MIN = 10;
const WARNINGS_PERCENT = [100, 90, 70, 50] as const;

/** Each warning once, the latest of those that are due; none before a delivery was given up, for retries may still bring it. */
export function judgeFailing(
  { failingSince, exhausted, warned }: FailingEndpoint,
  now: Date,
): FailingVerdict {
  const share = (now.getTime() - failingSince.getTime()) / FAILING_MS;
  if (share >= 1 && exhausted >= EXHAUSTED_MIN) return { disable: true, percent: 100 };
  const percent = WARNINGS_PERCENT.find((stage) => share * 100 >= stage);
  return percent !== undefined && percent > warned && exhausted > 0 ? { disable: false, percent } : null;
}
