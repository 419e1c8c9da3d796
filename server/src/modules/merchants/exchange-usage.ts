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
/** A bucket that another node has not used for so long it has forgotten, and counts from nothing when it is used again. */
const HEARD_MS = 180_000;

/**
 * Tells the other nodes once a second what this one has admitted and charges what they have,
 * so that all together keep a key's limit. A node that is alone only looks for company.
 */
export function exchangeUsage({ store, world }: Context, limiter: SharedLimiter): Loop {
  const nodeId = world.randomBytes(NODE_ID_BYTES).toString('hex');
  let published: ReadonlyMap<string, number> = new Map();
  let seen: Map<string, Heard> | null = null;
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
      seen = note(seen ?? new Map(), rows, world.monotonicMs());
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

/** What another node had admitted of a bucket when it was heard of it last. */
type Heard = { readonly used: bigint; readonly atMs: number };

/** Remembers what was heard; what was heard of longest ago stands first, and goes once the other node has forgotten it. */
function note(seen: Map<string, Heard>, rows: readonly NodeUsage[], atMs: number): Map<string, Heard> {
  for (const row of rows) {
    const name = nameOf(row);
    seen.delete(name);
    seen.set(name, { used: row.used, atMs });
  }
  for (const [name, heard] of seen) {
    if (atMs - heard.atMs <= HEARD_MS) break;
    seen.delete(name);
  }
  return seen;
}

/** A count that fell began anew: the other node had forgotten the bucket. */
function growth(row: NodeUsage, seen: ReadonlyMap<string, Heard>): number {
  const before = seen.get(nameOf(row))?.used ?? 0n;
  return Number(row.used >= before ? row.used - before : row.used);
}

function nameOf(row: NodeUsage): string {
  return `${row.node_id} ${row.bucket}`;
}
