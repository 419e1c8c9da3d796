/** A promise of the data that is broken: which, how often, and a few of the rows that break it. */
export type Violation = {
  readonly check: string;
  readonly count: number;
  readonly examples: readonly string[];
};
