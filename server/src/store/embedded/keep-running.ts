import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedLog, DataPlace } from './embedded-database.ts';
import { ensureRunning, type Running } from './ensure-running.ts';
import { startOfProcess } from './processes.ts';

const WATCH_MS = 100;
const RETRY_MS = { first: 200, most: 5_000 };

export type Keeper = {
  readonly pid: () => number;
  /** Watches no more; resolves once no restart is under way. */
  readonly letGo: () => Promise<void>;
};

/** Watches the postmaster, also an adopted one, which is nobody's child, and starts it again when it died. */
export function keepRunning(
  running: Running,
  { place, log }: { place: DataPlace; log: EmbeddedLog },
): Keeper {
  const over = new AbortController();
  let pid = running.pid;
  let start = startOfProcess(pid);
  const watching = watch().catch((error: unknown) => {
    if (!over.signal.aborted)
      log.warn({ error: String(error) }, 'The embedded database is no longer watched');
  });

  async function watch(): Promise<void> {
    for (;;) {
      await pause(WATCH_MS, undefined, { signal: over.signal, ref: false });
      if (start !== null && startOfProcess(pid) === start) continue;
      log.warn({ pid }, 'The embedded database died; starting it again');
      pid = (await restart({ place, log, signal: over.signal })).pid;
      start = startOfProcess(pid);
      log.info({ pid }, 'The embedded database is back');
    }
  }

  return {
    pid: () => pid,
    letGo: async () => {
      over.abort();
      await watching;
    },
  };
}

async function restart(launch: {
  place: DataPlace;
  log: EmbeddedLog;
  signal: AbortSignal;
}): Promise<Running> {
  for (let waitMs = RETRY_MS.first; ; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
    try {
      return await ensureRunning(launch);
    } catch (error) {
      launch.signal.throwIfAborted();
      launch.log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        'The embedded database does not start; trying again',
      );
      await pause(waitMs, undefined, { signal: launch.signal });
    }
  }
}
