import { createHash } from 'node:crypto';

/** How much of an endpoint's limits is this node's. */
export type Shares = {
  /** Requests under way at once; over all nodes exactly the endpoint's `max_in_flight`, so that it is 0 on some where that is below their number. */
  readonly inFlight: (endpointId: string, maxInFlight: number) => number;
  readonly ratePerSecond: (ratePerSecond: number) => number;
};

/** A node that is alone has all of it. */
export const WHOLE: Shares = Object.freeze({
  inFlight: (_endpointId, maxInFlight) => maxInFlight,
  ratePerSecond: (rate) => rate,
});

/** Divides every endpoint's limits among the nodes that send; each node comes to the same division by itself. */
export function divideLimits(senderId: string, others: readonly string[]): Shares {
  if (others.length === 0) return WHOLE;
  const senders = [senderId, ...others];
  return {
    inFlight(endpointId, maxInFlight) {
      const each = Math.floor(maxInFlight / senders.length);
      const left = maxInFlight % senders.length;
      return left === 0 ? each : each + (placeOf(senderId, senders, endpointId) < left ? 1 : 0);
    },
    ratePerSecond: (rate) => rate / senders.length,
  };
}

/** Another order for each endpoint, so that what cannot be divided falls to every node in turn (rendezvous hashing). */
function placeOf(senderId: string, senders: readonly string[], endpointId: string): number {
  const own = weightOf(senderId, endpointId);
  return senders.filter((other) => weightOf(other, endpointId) < own).length;
}

function weightOf(senderId: string, endpointId: string): string {
  return createHash('sha256').update(`${senderId} ${endpointId}`).digest('base64');
}
