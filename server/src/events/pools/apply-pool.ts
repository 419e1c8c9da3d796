import { ticketTypeNotFound } from '../event-not-found.ts';
import type { EventState, PoolState } from '../event-state.ts';

/** An event with a pool as given, new or changed; `ticketTypeIds` null leaves who takes from it. */
export function applyPool(
  event: EventState,
  pool: PoolState,
  ticketTypeIds: readonly string[] | null,
): EventState {
  const isKnown = event.pools.some(({ id }) => id === pool.id);
  const pools = isKnown
    ? event.pools.map((one) => (one.id === pool.id ? pool : one))
    : [...event.pools, pool];
  if (ticketTypeIds === null) return { ...event, pools };
  const unknown = ticketTypeIds.find((id) => !event.types.some((type) => type.id === id));
  if (unknown !== undefined) throw ticketTypeNotFound(unknown);
  return { ...withTakers(event, pool.id, new Set(ticketTypeIds)), pools };
}

/** An event in which exactly these ticket types take from a pool. */
export function withTakers(event: EventState, poolId: string, takers: ReadonlySet<string>): EventState {
  const types = event.types.map((type) => {
    if (type.poolIds.includes(poolId) === takers.has(type.id)) return type;
    const poolIds = takers.has(type.id)
      ? [...type.poolIds, poolId].toSorted()
      : type.poolIds.filter((id) => id !== poolId);
    return { ...type, poolIds };
  });
  return { ...event, types };
}
