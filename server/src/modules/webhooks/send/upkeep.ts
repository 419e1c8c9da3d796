import type { Context } from '../../../kernel/call/context.ts';
import { dropOldDedup } from '../fan-out/fan-out.queries.ts';
import { onQueue } from './queue.queries.ts';
import type { Sweeps } from './sweeps.ts';
import { findNextDelayed, promoteDue } from './upkeep.queries.ts';

const ROWS_MAX = 1_000;
/** Retries that fall due closer together than this are made ready at once. */
const PAUSE_MIN_MS = 25;
const TIDY_EVERY_MS = 60_000;
const TIDY_ROWS_MAX = 5_000;

export type Upkeep = {
  /**
   * Makes ready what fell due, and moves what belongs to another lane;
   * answers how much. Any node may do it, several at once too.
   */
  readonly turn: () => Promise<number>;
  /** How long until the next retry falls due, so that it begins on its time and not a look later. */
  readonly dueInMs: () => number | null;
};

export function createUpkeep(context: Context, sweeps: Sweeps, onReady: () => void): Upkeep {
  const { store, world } = context;
  let tidiedMs = world.monotonicMs();
  let nextAt: Date | null = null;

  async function tidy(): Promise<void> {
    if (world.monotonicMs() - tidiedMs < TIDY_EVERY_MS) return;
    tidiedMs = world.monotonicMs();
    await dropOldDedup(store.system.slow, world.systemNow(), TIDY_ROWS_MAX);
  }

  async function turn(): Promise<number> {
    const now = world.systemNow();
    const ready = await onQueue(store, async (tx) => {
      const [due, next] = await Promise.all([promoteDue(tx, now, ROWS_MAX), findNextDelayed(tx, now)]);
      nextAt = next;
      return due;
    });
    const swept = await sweeps.turn();
    if (ready + swept > 0) onReady();
    await tidy();
    return ready + swept;
  }

  return {
    turn,
    dueInMs: () => (nextAt ? Math.max(PAUSE_MIN_MS, nextAt.getTime() - world.systemNow().getTime()) : null),
  };
}
