/** One background loop: what it does, how often it looks, and what wakes it sooner. */
export type Loop = {
  readonly name: string;
  /** The longest it waits between two looks; waking only makes it sooner. */
  readonly everyMs: number;
  /** How long until there is something to do, as the last turn found it; null where it saw nothing ahead. */
  readonly dueInMs?: () => number | null;
  /** Deletes or ends for good what is old by the clock, and so rests while the clock is in doubt. */
  readonly irrevocable?: true;
  /** Does what is due now and answers how much that was; 0 when there was nothing. */
  readonly turn: () => Promise<number>;
};
