import {
  formatTime,
  noDriverReason,
  toMajor,
  type CancelReason,
  type Cancellation,
  type DeliveryActor,
  type DeliveryFailure,
  type DeliveryStatus,
  type FailureReason,
} from '@cottontree/contract';
import { cashStepsBetween } from './cash-postings.ts';
import { codFact, moved } from './delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from './deliveries.queries.ts';

export type DeliveryWalk = {
  readonly path: readonly DeliveryStatus[];
  readonly driverId: string | null;
  /** Why it fails or is cancelled, where the path ends so; null for the ordinary reason. */
  readonly reason: string | null;
  readonly by: DeliveryActor;
  readonly now: Date;
};

/** The change by which the system, or a test, walks a delivery along a path with all that goes with its statuses. */
export function walked(row: DeliveryRow, walk: DeliveryWalk): DeliveryChange {
  const { path, driverId, by, now } = walk;
  const change = moved(row, {
    path,
    cause: { actor_type: by, actor: null, note: null },
    moment: { at: now, recordedAt: now },
    verifies: true,
  });
  return {
    ...change,
    driver_id: path.includes('assigned') ? (row.driver_id ?? driverId) : row.driver_id,
    ...(path.includes('failed')
      ? { failure: failureOf(walk, change.failed_at ?? now), cod_status: 'none' }
      : {}),
    ...(path.includes('cancelled')
      ? { cancellation: cancellationOf(row, walk, change.cancelled_at ?? now), cod_status: 'none' }
      : {}),
    ...(path.includes('completed') && row.cod_status !== 'none' ? settled(row, change) : {}),
  };
}

/** Who walks a delivery to its end pays out its cash, and tells each step as if people had taken it. */
function settled(row: DeliveryRow, change: DeliveryChange): Pick<DeliveryChange, 'cod_status' | 'facts'> {
  const steps = cashStepsBetween(row.cod_status, 'settled');
  const told = change.facts;
  // A message is known by kind, delivery and sequence; what was told of the cash before came from a version up to this one.
  const last = Math.max(row.version, told.at(-1)?.sequence ?? 0);
  const facts = steps.map((status, index) => ({
    ...codFact(row, status, change.updated_at),
    sequence: last + 1 + index,
  }));
  return { cod_status: 'settled', facts: [...told, ...facts] };
}

function failureOf({ reason, by }: DeliveryWalk, at: Date): DeliveryFailure {
  return { reason: (reason ?? 'other') as FailureReason, note: null, by, at: formatTime(at) };
}

/** Whoever waits in vain for a driver, and a test, pays nothing. */
function cancellationOf(row: DeliveryRow, { reason, by }: DeliveryWalk, at: Date): Cancellation {
  const because = reason ?? (by === 'system' ? noDriverReason : 'other');
  return {
    reason: because as CancelReason,
    note: null,
    by,
    fee: 0,
    refund: toMajor(row.shipping_fee, row.currency),
    at: formatTime(at),
  };
}
