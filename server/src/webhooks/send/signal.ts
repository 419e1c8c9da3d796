export type Signal = {
  readonly raise: () => void;
  /** Resolves at the next `raise`, at once if one came since the last wait, or after this long. */
  readonly wait: (ms: number) => Promise<void>;
};

/** Lets one loop wait for whatever comes first: news or the time. */
export function createSignal(): Signal {
  let raised = false;
  let wakeUp: (() => void) | null = null;
  return {
    raise() {
      raised = true;
      wakeUp?.();
    },
    async wait(ms) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeUp = null;
      raised = false;
    },
  };
}
