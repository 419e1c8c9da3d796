import type { Context } from '../../core/context.ts';
import { dropOldDedup } from '../fan-out.queries.ts';
import { onQueue } from './queue.queries.ts';
import type { Sweeps } from './sweeps.ts';
import { promoteDue, reapLeases } from './upkeep.queries.ts';

const ROWS_MAX = 1_000;
const TIDY_EVERY_MS = 60_000;
const TIDY_ROWS_MAX = 5_000;

/**
 * A turn makes ready what fell due and what a lost worker held, and moves what belongs to another
 * lane; answers how much. Any node may do it, several at once too.
 */
export function createUpkeep(context: Context, sweeps: Sweeps, onReady: () => void): () => Promise<number> {
  const { store, world } = context;
  let tidiedMs = world.monotonicMs();

  async function tidy(): Promise<void> {
    if (world.monotonicMs() - tidiedMs < TIDY_EVERY_MS) return;
    tidiedMs = world.monotonicMs();
    await dropOldDedup(store.system.slow, world.now(), TIDY_ROWS_MAX);
  }

  return async () => {
    const now = world.now();
    const ready = await onQueue(store, async (tx) => {
      const [due, reaped] = await Promise.all([promoteDue(tx, now, ROWS_MAX), reapLeases(tx, ROWS_MAX)]);
      return due + reaped;
    });
    const swept = await sweeps.turn();
    if (ready + swept > 0) onReady();
    await tidy();
    return ready + swept;
  };
}
