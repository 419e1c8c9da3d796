import type { Tabs } from './writer.ts';

/** What the outbox takes of the browser; a test brings its own. */
export type OutboxWorld = Omit<Tabs, 'sleep'> & {
  readonly storage: StorageManager | undefined;
  readonly random: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Waits; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls when the device says that it has a network again; answers what ends it. */
  readonly onOnline: (call: () => void) => () => void;
};

export function deviceWorld(): OutboxWorld {
  return {
    locks: navigator.locks,
    openChannel: (name) => new BroadcastChannel(name),
    storage: navigator.storage,
    random: Math.random,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    sleep: sleepUntilAborted,
    onOnline(call) {
      addEventListener('online', call);
      return () => removeEventListener('online', call);
    },
  };
}

function sleepUntilAborted(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
