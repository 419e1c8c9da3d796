import type { Context } from '../../../kernel/call/context.ts';
import type { Store } from '../../../store/index.ts';
import { dropOldDedup } from '../fan-out/fan-out.queries.ts';
import { onQueue } from './queue.queries.ts';
import { findNextDelayed, moveToLane, promoteDue, skipReady, type SendTarget } from './upkeep.queries.ts';

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

/** What is to happen to the ready rows of an endpoint. */
export type Sweep = SendTarget & { readonly to: 'lane 0' | 'lane 1' | 'skip' };

export type Sweeps = {
  /** The last word on an endpoint counts. */
  readonly want: (sweep: Sweep) => void;
  /** Does a bounded part of what is wanted; answers how many rows. */
  readonly turn: () => Promise<number>;
};

const ENDPOINTS_MAX = 8;

/** Moves the ready rows of endpoints whose standing has changed, a thousand at a time. What is lost with the process is found again at the next claim. */
export function createSweeps({
  store,
  world,
}: {
  readonly store: Store;
  readonly world: { readonly systemNow: () => Date };
}): Sweeps {
  const wanted = new Map<string, Sweep>();

  async function run(sweep: Sweep): Promise<number> {
    const { to, ...target } = sweep;
    const moved = await onQueue(store, (tx) =>
      to === 'skip'
        ? skipReady(tx, target, { now: world.systemNow(), rowsMax: ROWS_MAX })
        : moveToLane(tx, target, { lane: to === 'lane 0' ? 0 : 1, rowsMax: ROWS_MAX }),
    );
    if (moved < ROWS_MAX && wanted.get(sweep.endpoint_id) === sweep) wanted.delete(sweep.endpoint_id);
    return moved;
  }

  return {
    want: (sweep) => void wanted.set(sweep.endpoint_id, sweep),
    async turn() {
      let moved = 0;
      for (const sweep of [...wanted.values()].slice(0, ENDPOINTS_MAX)) moved += await run(sweep);
      return moved;
    },
  };
}
