import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { exchangeBuckets, forgetOldUsage, beatAmongNodes, type NodeUsage } from './usage.queries.ts';

/** The rate limiter as other nodes concern it. */
export type SharedLimiter = {
  /** What this node has admitted per bucket. */
  readonly usage: () => ReadonlyMap<string, number>;
  /** Takes away what others have admitted. */
  readonly debit: (bucket: string, tokens: number) => void;
};

const EVERY_MS = 1_000;
const TURNS_BETWEEN_CLEANINGS = 300;
const NODE_ID_BYTES = 12;

/**
 * Tells the other nodes once a second what this one has admitted and charges what they have,
 * so that all together keep a key's limit. A node that is alone only looks for company.
 */
export function exchangeUsage({ store, world }: Context, limiter: SharedLimiter): Loop {
  const nodeId = world.randomBytes(NODE_ID_BYTES).toString('hex');
  let published: ReadonlyMap<string, number> = new Map();
  let seen: ReadonlyMap<string, bigint> | null = null;
  let turns = 0;

  return {
    name: 'merchants.exchangeUsage',
    everyMs: EVERY_MS,
    async turn() {
      if (turns % TURNS_BETWEEN_CLEANINGS === 0) await forgetOldUsage(store.system);
      turns += 1;
      if ((await beatAmongNodes(store.system, nodeId)) === 0) {
        seen = null;
        return 0;
      }
      const usage = limiter.usage();
      const rows = await exchangeBuckets(store.system, nodeId, changed(usage, published));
      published = usage;
      if (seen) for (const row of rows) limiter.debit(row.bucket, growth(row, seen));
      seen = new Map([...(seen ?? []), ...rows.map((row) => [nameOf(row), row.used] as const)]);
      return 0;
    },
  };
}

function changed(
  usage: ReadonlyMap<string, number>,
  published: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map([...usage].filter(([bucket, used]) => used !== published.get(bucket)));
}

/** A count that fell began anew: the other node had forgotten the bucket. */
function growth(row: NodeUsage, seen: ReadonlyMap<string, bigint>): number {
  const before = seen.get(nameOf(row)) ?? 0n;
  return Number(row.used >= before ? row.used - before : row.used);
}

function nameOf(row: NodeUsage): string {
  return `${row.node_id} ${row.bucket}`;
}
