const BASE_MS = 1_000;
const MAX_MS = 60_000;

/** How long to wait after so many failures in a row: anything up to a bound that doubles, so that a street of tills does not come at once. */
export function backoffMs(
  failures: number,
  { retryAfterMs, random }: { readonly retryAfterMs: number | null; readonly random: () => number },
): number {
  const bound = Math.min(MAX_MS, BASE_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round((retryAfterMs ?? 0) + random() * bound);
}
