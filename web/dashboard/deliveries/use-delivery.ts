import type { CottontreeError } from '@cottontree/client';
import type { Delivery, DeliverySummary, Tracking } from '@cottontree/contract';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';

const EVERY_MS = 10_000;
/** Deliveries of one order: tries, returns, and orders that were sent in many parcels. */
const OF_ORDER_MAX = 100;

export type Seen = {
  readonly delivery: DeliverySummary | Delivery;
  readonly tracking: Tracking;
  /** Others of the same order: its return, another try. */
  readonly related: readonly DeliverySummary[];
};

/**
 * One delivery without its codes, which are asked for when somebody wants to see them: the list of its order has all else. Read whole
 * only where the order has more deliveries than a page of the list.
 */
export function useDelivery(jobNumber: string): {
  readonly seen: Seen | null;
  readonly error: CottontreeError | null;
  readonly again: () => void;
} {
  const params = { jobNumber };
  const tracked = useCall(client.trackDelivery, { params }, { everyMs: EVERY_MS });
  const tracking = tracked.answer?.data;
  const listed = useCall(
    client.listDeliveries,
    tracking ? { query: { order_number: tracking.order_number, limit: OF_ORDER_MAX } } : null,
    { everyMs: EVERY_MS },
  );
  const ofOrder = listed.answer?.data;
  const found = ofOrder?.find(({ job_number }) => job_number === tracking?.job_number);
  const isMissing = ofOrder !== undefined && !listed.stale && found === undefined;
  const whole = useCall(client.getDelivery, isMissing ? { params } : null);
  const delivery = found ?? whole.answer?.data;
  const numbers = new Set(delivery?.related_jobs.map(({ job_number }) => job_number));
  return {
    seen:
      tracking && delivery
        ? { delivery, tracking, related: (ofOrder ?? []).filter((one) => numbers.has(one.job_number)) }
        : null,
    error: tracked.error ?? listed.error ?? whole.error,
    again: () => {
      tracked.again();
      listed.again();
    },
  };
}
