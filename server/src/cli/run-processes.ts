import cluster, { type Worker } from 'node:cluster';
import type { Config } from '../config.ts';
import type { Logger } from '../core/logger.ts';
import { openEmbedded } from '../store/index.ts';

const RESTART_PAUSE_MS = 1_000;
const STOP_TIMEOUT_MS = 35_000;

/** Which of a node's processes this is; 1 where there is only one. */
export function processNumber(): number {
  return Number(cluster.worker?.id ?? 1);
}

/**
 * Runs a node as several equal processes behind one port: this one keeps the database and the
 * others, restarts whichever dies, and ends when told to. Resolves when all of them have ended.
 */
export async function runProcesses(config: Config, log: Logger): Promise<void> {
  const database =
    config.databaseUrl === null
      ? await openEmbedded({ dataDir: config.dataDir, log, purpose: 'serve' })
      : null;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  try {
    const first = keepRunning(stopping.signal, log, {});
    await first.listening;
    // Only the first tells its metrics: a port shared by all would answer for another one each time.
    const others = Array.from({ length: config.processes - 1 }, () =>
      keepRunning(stopping.signal, log, { METRICS_PORT: '' }),
    );
    await Promise.all([first, ...others].map(({ ended }) => ended));
  } finally {
    await database?.stop();
  }
}

type Kept = { readonly listening: Promise<void>; readonly ended: Promise<void> };

/** Starts a process again whenever it ends, until all are to stop. */
function keepRunning(stop: AbortSignal, log: Logger, environment: Readonly<Record<string, string>>): Kept {
  let worker = cluster.fork(environment);
  const listening = new Promise<void>((resolve) =>
    worker.once('listening', () => resolve()).once('exit', () => resolve()),
  );
  const ended = new Promise<void>((resolve) => {
    const onExit = (one: Worker, code: number | null): void => {
      if (stop.aborted) return resolve();
      log.error({ code, pid: one.process.pid }, 'A process of this node ended; another takes its place.');
      setTimeout(() => {
        if (stop.aborted) return resolve();
        worker = cluster.fork(environment);
        watch(worker);
      }, RESTART_PAUSE_MS);
    };
    const watch = (one: Worker): void => void one.once('exit', (code) => onExit(one, code));
    watch(worker);
  });
  stop.addEventListener('abort', () => {
    worker.process.kill('SIGTERM');
    setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  });
  return { listening, ended };
}
