/** Chance that can be had again: the same seed gives the same sequence. */
export type Chance = {
  readonly seed: number;
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly happens: (probability: number) => boolean;
};

const given = Number(process.env['PROMISES_SEED']);

/** The seed of `PROMISES_SEED`, else a fresh one; whoever uses it names it, so that a failure can be had again. */
export const seed: number =
  Number.isInteger(given) && given > 0 ? given : 1 + ((process.pid * 7_919 + Date.now()) % 1_000_000_000);

/** Whether the long form is wanted: `npm run promises`. */
export const isLong: boolean = process.env['PROMISES'] === 'long';

/** The figure of the long form, or that of the short one which runs in every test. */
export function figure(short: number, long: number): number {
  return isLong ? long : short;
}

/** What was measured, for people to read. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function createChance(from: number): Chance {
  let state = from >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    seed: from,
    next,
    between,
    happens: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[between(0, choices.length - 1)] as T,
  };
}
