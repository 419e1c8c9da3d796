import type { Logger } from './kernel/running/logger.ts';
import type { Loop } from './kernel/running/loop.ts';
import { isOutage, isStorageFull } from './store/index.ts';

export type Workers = AsyncDisposable & {
  readonly wake: (name: string) => void;
  /** Turns every loop until none finds anything to do. */
  readonly drain: () => Promise<void>;
};

export type WorkersOptions = {
  /** Loops turn only when drained. */
  readonly paused?: boolean;
  /** Loops rest while it says no. */
  readonly mayWrite?: () => boolean;
  /** What is irrevocable rests while it says no. */
  readonly isClockSound?: () => Promise<boolean>;
};

const TROUBLE_PAUSE_MS = 500;
/** Between the first turns of two loops: those that turn at the same moments all want a connection at once. */
const APART_MS = 10;
const DRAIN_ROUNDS_MAX = 1_000;
/** What waits in every round would take long to come to so many. */
const DRAIN_MS_MAX = 120_000;

/** Runs the loops until disposed of: each waits for its turn to end before it takes the next. */
export function startWorkers(loops: readonly Loop[], log: Logger, options: WorkersOptions = {}): Workers {
  const runners = new Map(
    loops.map((loop, at) => [loop.name, startLoop(loop, log, { ...options, firstInMs: at * APART_MS })]),
  );
  return {
    wake: (name) => runners.get(name)?.wake(),
    async drain() {
      const turns = loops.map((loop) => turnOf(loop, options));
      // Who found nothing since anybody did something need not look again.
      let idle = 0;
      const endsMs = performance.now() + DRAIN_MS_MAX;
      for (let round = 0; idle < turns.length; round += 1) {
        const busy: string[] = [];
        for (const [at, turn] of turns.entries()) {
          if (idle === turns.length) return;
          const name = loops[at]?.name ?? '';
          idle = (await endedBy(endsMs, turn(), name)) === 0 ? idle + 1 : 0;
          if (idle === 0) busy.push(name);
        }
        if (round === DRAIN_ROUNDS_MAX || performance.now() > endsMs)
          throw new Error(`The background work does not come to an end: ${busy.join(', ')}.`);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

/** What a turn found; it fails where the turn, which goes on, has not ended in time. */
async function endedBy(endsMs: number, turn: Promise<number>, name: string): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(`A turn of the background loop ${name} does not end.`));
    timer = setTimeout(fail, Math.max(0, endsMs - performance.now()));
  });
  return Promise.race([turn, late]).finally(() => clearTimeout(timer));
}

function startLoop(
  loop: Loop,
  log: Logger,
  options: WorkersOptions & { readonly firstInMs: number },
): { readonly wake: () => void; readonly stop: () => Promise<void> } {
  const { paused = false, mayWrite = () => true } = options;
  const turn = turnOf(loop, options);
  let stopping = false;
  let woken = false;
  let rouse: (() => void) | null = null;

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(finish, ms);
      function finish(): void {
        clearTimeout(timer);
        rouse = null;
        resolve();
      }
      rouse = finish;
    });
  }

  async function run(): Promise<void> {
    await rest(options.firstInMs);
    while (!stopping) {
      woken = false;
      if (!mayWrite()) {
        await rest(TROUBLE_PAUSE_MS);
        continue;
      }
      const done = await turn().catch((error: unknown) => {
        if (!stopping)
          log[isOutage(error) || isStorageFull(error) ? 'warn' : 'error'](
            { error, loop: loop.name },
            'A background loop stumbled and goes on.',
          );
        return null;
      });
      if (done === null) await rest(TROUBLE_PAUSE_MS);
      else if (done === 0 && !woken && !stopping)
        await rest(Math.min(loop.everyMs, loop.dueInMs?.() ?? loop.everyMs));
    }
  }

  const running = paused ? Promise.resolve() : run();
  return {
    wake() {
      woken = true;
      rouse?.();
    },
    async stop() {
      stopping = true;
      rouse?.();
      await running;
    },
  };
}

function turnOf(
  { turn, irrevocable }: Loop,
  { isClockSound = async () => true }: WorkersOptions,
): () => Promise<number> {
  return irrevocable ? async () => ((await isClockSound()) ? turn() : 0) : turn;
}
