import { closedError } from './describe-failure.ts';
import type { SocketRules } from './open-socket.ts';
import { OriginPool } from './origin-pool.ts';

export type OriginPools = {
  readonly of: (origin: string) => OriginPool;
  /** Ends every connection; what is under way fails with `error`. */
  readonly destroy: (error: Error) => void;
};

const originsMax = 1_024;
const socketsPerOriginMax = 32;
const socketsPerOriginHangingMax = 256;

/** The connections by where they lead. Of many origins, the one unused for longest ends. */
export function createOriginPools(socketRules: SocketRules): OriginPools {
  const pools = new Map<string, OriginPool>();

  function open(origin: string): OriginPool {
    const onEmpty = () => {
      if (pools.get(origin) === pool) pools.delete(origin);
    };
    const pool = new OriginPool(origin, {
      socketRules,
      socketsMax: socketsPerOriginMax,
      socketsHangingMax: socketsPerOriginHangingMax,
      onEmpty,
    });
    return pool;
  }

  return {
    of(origin) {
      const known = pools.get(origin);
      // Set again on each use, so that the map's order is the order of last use.
      if (known !== undefined) pools.delete(origin);
      else if (pools.size >= originsMax) endLongestUnused(pools);
      const pool = known ?? open(origin);
      pools.set(origin, pool);
      return pool;
    },
    destroy(error) {
      for (const pool of pools.values()) pool.destroy(error);
    },
  };
}

/** Beyond the limit only origins in use remain, and those are bounded by the requests under way. */
function endLongestUnused(pools: ReadonlyMap<string, OriginPool>): void {
  for (const pool of pools.values()) {
    if (!pool.isIdle) continue;
    pool.destroy(closedError());
    return;
  }
}
