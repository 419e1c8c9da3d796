export type Signal = {
  readonly raise: () => void;
  /** Resolves at the next `raise`, at once if one came since the last wait ended, or after this long. */
  readonly wait: (ms: number) => Promise<void>;
};

/** Lets a loop wait for whatever comes first: news or the time. */
export function createSignal(): Signal {
  const waiting = new Set<() => void>();
  let raised = false;

  return {
    raise() {
      raised = true;
      for (const wakeUp of waiting) wakeUp();
    },
    async wait(ms) {
      if (!raised) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wakeUp, ms);
          function wakeUp(): void {
            clearTimeout(timer);
            waiting.delete(wakeUp);
            resolve();
          }
          waiting.add(wakeUp);
        });
      }
      raised = false;
    },
  };
}
