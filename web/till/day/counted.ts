/** What lies in the drawer: by note and coin, or the sum alone. */
export type Counted = {
  readonly total: number | null;
  /** How many of each, by minor units. */ readonly notes: Readonly<Record<number, number>>;
};

/** Notes and coins, in minor units, the largest first. */
export const NOTES_MINOR = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1] as const;
export const COUNT_MAX = 1_000_000;

/** Null while nothing is counted. */
export function countedMinor({ total, notes }: Counted): number | null {
  const counts = Object.entries(notes);
  if (counts.length === 0) return total;
  return counts.reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}
