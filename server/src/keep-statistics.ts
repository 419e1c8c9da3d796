import { findGrownTables } from './grown-tables.queries.ts';
import type { Loop } from './kernel/running/loop.ts';
import type { Runtime } from './runtime.ts';
import { analyzeTables } from './store/index.ts';

const LOOK_EVERY_MS = 2_000;
/** Below it any plan is a good one. */
const ROWS_LEAST = 100;
/** From here on PostgreSQL's own looks come often enough. */
const ROWS_MOST = 10_000;

type Keeping = Pick<Runtime, 'ownerConnection'> & {
  readonly context: {
    readonly store: Pick<Runtime['context']['store'], 'system'>;
    readonly world: Pick<Runtime['context']['world'], 'monotonicMs'>;
  };
};

/**
 * Has PostgreSQL look at young tables as they grow. It plans the first statements knowing nothing of the rows, and a plan
 * that reads all of ten rows is kept for ten thousand, until PostgreSQL looks by itself: after a minute, as it comes.
 */
export function keepStatistics({ ownerConnection, context: { store, world } }: Keeping): Loop {
  let lookedMs = Number.NEGATIVE_INFINITY;
  /** With how many rows: who may not look changes nothing by it, and need not ask again at once. */
  const lookedAt = new Map<string, bigint>();
  return {
    name: 'store.keepStatistics',
    everyMs: LOOK_EVERY_MS,
    async turn() {
      if (world.monotonicMs() - lookedMs < LOOK_EVERY_MS) return 0;
      lookedMs = world.monotonicMs();
      const found = await findGrownTables(store.system, { least: ROWS_LEAST, most: ROWS_MOST });
      const grown = found.filter(({ name, rows }) => rows >= 2n * (lookedAt.get(name) ?? 0n));
      if (grown.length === 0) return 0;
      await analyzeTables(
        ownerConnection,
        grown.map(({ name }) => name),
      );
      for (const { name, rows } of grown) lookedAt.set(name, rows);
      return 0;
    },
  };
}
