/** What was opened, to be closed in reverse. */
export type Closers = {
  readonly add: (close: () => unknown) => void;
  /** Closes everything, last opened first; a failure does not keep the rest open. */
  readonly close: () => Promise<void>;
};

export function createClosers(): Closers {
  const opened: (() => unknown)[] = [];
  return {
    add: (close) => void opened.push(close),
    async close() {
      const failures: unknown[] = [];
      for (let close = opened.pop(); close; close = opened.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
    },
  };
}
