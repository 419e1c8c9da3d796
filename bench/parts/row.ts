/** How much is measured: quick tells whether it works; a table that is filled to be measured gets at most so many rows. */
export type Plan = {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  readonly quick: boolean;
  readonly rowsMax: number;
};

/** One line of the table. */
export type Result = {
  readonly work: string;
  readonly measured: string;
  readonly floor: string;
  readonly ratio: string;
  readonly goal: string;
  /** Null where there is no goal to miss. */
  readonly met: boolean | null;
  /** What a reader must know of the figure; for a missed goal, where the time goes. */
  readonly note?: string;
};

/** One row of the bench: opens what it needs, measures, closes it. */
export type Row = {
  readonly name: string;
  /** Left out of a run of all rows. */
  readonly onlyByName?: true;
  /** How long it may take; 15 if left out, and four times as much where it fills more rows than usual. */
  readonly minutesMax?: number;
  readonly run: (bench: Bench) => Promise<readonly Result[]>;
};

export type Bench = {
  readonly plan: Plan;
  /** Tells the person who waits what goes on. */
  readonly say: (text: string) => void;
};
