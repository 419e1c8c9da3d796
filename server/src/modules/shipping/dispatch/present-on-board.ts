import type { DeliveryPhase, DispatchDelivery } from '@cottontree/contract';
import { CODE_ATTEMPTS_MAX } from '../deliveries/judge-code.ts';
import { presentSummary, type Linking } from '../deliveries/present-delivery.ts';
import { phaseOf } from '../deliveries/present-tracking.ts';
import type { BoardRow } from './board.queries.ts';

const SOON_MINUTES = 15;
const MINUTE_MS = 60_000;

/** A delivery as a dispatcher sees it. */
export function presentOnBoard(
  row: BoardRow,
  { now, ...linking }: Linking & { readonly now: Date },
): DispatchDelivery {
  const minutesLate = minutesLateOf(row, now);
  return {
    merchant: { id: row.merchant_id, name: row.merchant_name },
    phase: phaseOf(row) satisfies DeliveryPhase | null,
    lateness:
      minutesLate === null
        ? null
        : minutesLate > 0
          ? 'late'
          : minutesLate > -SOON_MINUTES
            ? 'due_soon'
            : 'on_time',
    minutes_late: minutesLate,
    attempts_left: {
      pickup: CODE_ATTEMPTS_MAX - row.pickup_attempts,
      delivery: CODE_ATTEMPTS_MAX - row.delivery_attempts,
    },
    failed_attempts: row.attempts.length,
    open_incidents: Number(row.open_incidents),
    ...presentSummary(row, linking),
  };
}

/** Against the estimated pickup until that is done, then against the estimated delivery; null once it is over. */
function minutesLateOf(row: BoardRow, now: Date): number | null {
  const status = row.status;
  const due =
    status === 'pending' || status === 'assigned'
      ? row.estimated_pickup_at
      : status === 'picked_up' || status === 'in_transit'
        ? row.estimated_delivery_at
        : null;
  return due === null ? null : Math.ceil((now.getTime() - due.getTime()) / MINUTE_MS);
}
