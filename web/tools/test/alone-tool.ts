/** A device without a browser: its disk outlives what runs on it. */
export type AloneDevice = {
  readonly disk: { isFull: boolean };
  /** Begins a driver as a page of a browser would; what `config` is stands in the driver. */
  readonly begin: (opening: AloneOpening) => Promise<AloneTab>;
};
export type AloneOpening = {
  /** The driver, bundled as a module. */ readonly script: string;
  readonly config: object;
  readonly origin: string;
  /** How far the device's clock is off. */ readonly offMs: number;
};

/** One that runs, until it is killed. */
export type AloneTab = {
  /** Calls a function of `tool`; values go and come as JSON. */
  readonly call: (name: string, values: readonly unknown[]) => Promise<unknown>;
  /** As `kill -9`: nothing runs on, nothing is told, and what was not on the disk is not there. */
  readonly kill: () => void;
};
