import { Worker } from 'node:worker_threads';
import { Failure } from '../kernel/call/failure.ts';
import type { Press } from '../kernel/running/press.ts';

export type PressLimits = {
  readonly threadsMax: number;
  readonly waitingMax: number;
  readonly printMsMax: number;
  readonly idleMs: number;
};

/** A job for a thread, and what comes back. */
export type PrintJob = { readonly name: string; readonly what: unknown };
export type Printed = { readonly bytes: Uint8Array } | { readonly problem: string };

type Awaited = PrintJob & {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
};
type Thread = { readonly worker: Worker; job: Awaited | null; timer: NodeJS.Timeout | null };

const PRESS_LIMITS: PressLimits = { threadsMax: 2, waitingMax: 200, printMsMax: 30_000, idleMs: 60_000 };
/** A document that needs more ends its thread, not the service. */
const THREAD_HEAP_MB_MAX = 256;

/** Prints in a few threads beside this one, which run the program and end when there is nothing to print for a while. */
export function openPress(
  program: URL,
  { threadsMax, waitingMax, printMsMax, idleMs }: PressLimits = PRESS_LIMITS,
): Press & AsyncDisposable {
  const threads = new Set<Thread>();
  const waiting: Awaited[] = [];
  let isClosed = false;

  function start(): Thread {
    const thread = startThread(program, {
      printed: (printed) => settle(thread, printed),
      lost: (error) => lose(thread, error),
    });
    threads.add(thread);
    return thread;
  }

  function settle(thread: Thread, printed: Printed): void {
    const { job } = thread;
    thread.job = null;
    // One that is being ended takes nothing any more.
    limit(thread, idleMs, () => threads.delete(thread));
    if (job) handBack(job, printed);
    goOn();
  }

  function lose(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    if (thread.timer) clearTimeout(thread.timer);
    thread.job?.reject(error);
    goOn();
  }

  function goOn(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread =
        [...threads].find(({ job }) => job === null) ?? (threads.size < threadsMax ? start() : undefined);
      if (!thread) return;
      const job = waiting.shift();
      if (!job) return;
      thread.job = job;
      limit(thread, printMsMax);
      try {
        thread.worker.postMessage({ name: job.name, what: job.what } satisfies PrintJob, []);
      } catch (error) {
        settle(thread, { problem: String(error) });
      }
    }
  }

  return {
    print: ({ name }, what) =>
      new Promise((resolve, reject) => {
        if (isClosed || waiting.length >= waitingMax) return reject(tooManyWait());
        waiting.push({ name, what, resolve, reject });
        goOn();
      }),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('The service stops.'));
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

type Heard = { readonly printed: (printed: Printed) => void; readonly lost: (error: Error) => void };

function startThread(program: URL, { printed, lost }: Heard): Thread {
  // It needs nothing of the environment, where secrets may be.
  const worker = new Worker(program, {
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB_MAX },
  });
  worker.unref();
  worker.on('message', printed);
  worker.on('error', lost);
  worker.on('exit', () => lost(new Error('The thread that printed ended.')));
  return { worker, job: null, timer: null };
}

/** Ends the thread after so long, whatever it does. */
function limit(thread: Thread, ms: number, before: () => unknown = () => undefined): void {
  if (thread.timer) clearTimeout(thread.timer);
  thread.timer = setTimeout(() => {
    before();
    void thread.worker.terminate();
  }, ms).unref();
}

function handBack({ resolve, reject }: Awaited, printed: Printed): void {
  if ('bytes' in printed)
    resolve(Buffer.from(printed.bytes.buffer, printed.bytes.byteOffset, printed.bytes.byteLength));
  else reject(new Error(printed.problem));
}

function tooManyWait(): Failure {
  return new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many documents wait to be printed. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
