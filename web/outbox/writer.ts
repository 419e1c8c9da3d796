/** What a browser gives tabs of one app to agree with each other. */
export type Tabs = {
  readonly locks: LockManager | undefined;
  readonly openChannel: (name: string) => BroadcastChannel;
  readonly sleep: (ms: number) => Promise<void>;
};

export type Writer = {
  readonly isWriter: () => boolean;
  /** Until the browser has said whether this tab writes: before that it only seems that another does. */
  readonly decided: Promise<unknown>;
  /** Asks the tab that writes to stop, and writes here. A tab that does not answer is frozen, and is not waited for. */
  readonly takeOver: () => Promise<void>;
  /** Tells the other tabs that something was written. */
  readonly tell: () => void;
  readonly close: () => void;
};

type Options = Tabs & {
  readonly name: string;
  readonly onGain: () => void;
  /** The other tab waits until it is through. */
  readonly onLose: () => Promise<void>;
  /** Another tab wrote. */
  readonly onTold: () => void;
};
type Said = 'hand-over' | 'handed-over' | 'written';

const ANSWER_MS_MAX = 2_000;

/** Of all tabs of an app one writes, by a lock that the browser gives to the next when a tab is closed or dies. */
export function openWriter({ name, locks, openChannel, sleep, onGain, onLose, onTold }: Options): Writer {
  const lock = `cottontree-outbox-${name}`;
  const channel = openChannel(lock);
  const closed = new AbortController();
  let isWriter = false;
  let release = (): void => undefined;
  let heard = (): void => undefined;

  const hold = async (): Promise<void> => {
    const released = new Promise<void>((resolve) => (release = resolve));
    isWriter = true;
    onGain();
    await released;
  };
  const lose = async (): Promise<void> => {
    if (!isWriter) return;
    isWriter = false;
    await onLose();
  };
  const wait = async (steal: boolean): Promise<void> => {
    if (closed.signal.aborted) return;
    if (!locks) return hold();
    // What steals cannot be called off, and need not: it has the lock at once.
    const options = steal ? { steal: true } : { signal: closed.signal };
    try {
      await locks.request(lock, options, hold);
    } catch (fault) {
      // A page that may keep nothing gets no lock, and there is nothing that another could write.
      if (Object(fault).name === 'SecurityError') return hold();
      // Another tab took it, or this one is closed.
      await lose();
      if (!closed.signal.aborted) void wait(false);
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data === 'written') onTold();
    if (data === 'handed-over') heard();
    if (data === 'hand-over' && isWriter) void lose().then(() => channel.postMessage('handed-over'));
  });
  void wait(false);
  // Answered behind the request for the lock, which is given by then, or waits for another tab.
  const decided = Promise.resolve(locks?.query?.()).catch(() => undefined);

  return {
    isWriter: () => isWriter,
    decided,
    async takeOver() {
      if (isWriter || closed.signal.aborted) return;
      const answered = new Promise<void>((resolve) => (heard = resolve));
      channel.postMessage('hand-over' satisfies Said);
      await Promise.race([answered, sleep(ANSWER_MS_MAX)]);
      void wait(true);
    },
    tell: () => channel.postMessage('written' satisfies Said),
    close() {
      closed.abort();
      isWriter = false;
      release();
      channel.close();
    },
  };
}
