import type { Store } from '../../../store/index.ts';
import { onQueue } from './queue.queries.ts';
import { moveToLane, skipReady, type SendTarget } from './upkeep.queries.ts';

/** What is to happen to the ready rows of an endpoint. */
export type Sweep = SendTarget & { readonly to: 'lane 0' | 'lane 1' | 'skip' };

export type Sweeps = {
  /** The last word on an endpoint counts. */
  readonly want: (sweep: Sweep) => void;
  /** Does a bounded part of what is wanted; answers how many rows. */
  readonly turn: () => Promise<number>;
};

const ROWS_MAX = 1_000;
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
