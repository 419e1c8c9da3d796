import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './kernel/running/world.ts';
import { Unreachable } from './store/index.ts';

export type DatabaseClock = Disposable & {
  /** What the database's clock shows. */
  readonly now: () => Date;
};

const LOOK_EVERY_MS = 1_000;
/** A look that took longer says too little of when it was answered. */
const LOOK_MS_MAX = 1_000;
/** Without a look for so long, nobody knows how much time has passed: the clock stands until the database is heard again. */
const CARRIED_MS_MAX = 10_000;
/** A database that was reached a moment ago may be slow to give a connection more, where a start keeps the machine busy. */
const START_MS_MAX = 30_000;
const START_PAUSE_MS = 250;

/**
 * The database's time, carried on between two looks by the clock that never steps. What the service orders, leases,
 * lets expire and clears away by it is the same on every node, whatever time a node believes it is.
 */
export async function followDatabaseClock(
  { monotonicMs }: Pick<World, 'monotonicMs'>,
  databaseNow: () => Promise<Date>,
): Promise<DatabaseClock> {
  let seen = { databaseMs: (await firstLook()).getTime(), steadyMs: monotonicMs() };

  async function firstLook(): Promise<Date> {
    const sinceMs = monotonicMs();
    for (;;) {
      try {
        return await databaseNow();
      } catch (error) {
        if (!(error instanceof Unreachable) || monotonicMs() - sinceMs >= START_MS_MAX) throw error;
        await pause(START_PAUSE_MS);
      }
    }
  }

  async function look(): Promise<void> {
    const askedMs = monotonicMs();
    const databaseMs = (await databaseNow()).getTime();
    const steadyMs = monotonicMs();
    if (steadyMs - askedMs <= LOOK_MS_MAX)
      seen = { databaseMs: databaseMs + (steadyMs - askedMs) / 2, steadyMs };
  }

  // While the database is away there is nothing to be learnt, and nothing to be written either.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  timer.unref();
  return {
    now: () =>
      new Date(seen.databaseMs + Math.min(Math.max(0, monotonicMs() - seen.steadyMs), CARRIED_MS_MAX)),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
