/** One background loop: what it does, how often it looks, and what wakes it sooner. */
export type Loop = {
  readonly name: string;
  /** The longest it waits between two looks; waking only makes it sooner. */
  readonly everyMs: number;
  /** Does what is due now and answers how much that was; 0 when there was nothing. */
  readonly turn: () => Promise<number>;
};
