import type { Currency } from '@cottontree/contract';

/** What lies in the drawer: by note and coin, or the sum alone. */
export type Counted = {
  readonly total: number | null;
  /** How many of each, by minor units. */ readonly notes: Readonly<Record<number, number>>;
};

export const NOTHING_COUNTED: Counted = { total: null, notes: {} };

/** Notes and coins that people pay with, in minor units, the largest first. */
const NOTES_MINOR: Readonly<Record<Currency, readonly number[]>> = {
  SLE: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  EUR: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GHS: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 1],
  GMD: [20_000, 10_000, 5_000, 2_500, 2_000, 1_000, 500, 100, 50, 25, 10, 5, 1],
  GNF: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25, 10, 5, 1],
  LRD: [100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25, 10, 5, 1],
  NGN: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 1],
  TND: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 1],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  XOF: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5, 1],
};
export const COUNT_MAX = 1_000_000;

export function notesOf(currency: Currency): readonly number[] {
  return NOTES_MINOR[currency];
}

/** Null while nothing is counted. */
export function countedMinor({ total, notes }: Counted): number | null {
  const counts = Object.entries(notes);
  if (counts.length === 0) return total;
  return counts.reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}
