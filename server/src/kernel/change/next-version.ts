/** A row whose version rises with every change. */
type Versioned = { readonly version: number };

export type Waiting<Row extends Versioned> = {
  /** Calls back with every later state until it is stopped. */
  readonly watch: (row: Row, heard: (row: Row) => void) => () => void;
  readonly waitSeconds: number;
  readonly sinceVersion: number;
};

/** The first state of a later version, or the last one seen when the time is over. */
export function nextVersion<Row extends Versioned>(
  now: Row,
  { watch, waitSeconds, sinceVersion }: Waiting<Row>,
): Promise<Row> {
  if (now.version > sinceVersion) return Promise.resolve(now);
  return new Promise((resolve) => {
    let last = now;
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      resolve(last);
    };
    const timer = setTimeout(finish, waitSeconds * 1_000);
    const stop = watch(now, (row) => {
      last = row;
      if (row.version > sinceVersion) finish();
    });
  });
}
