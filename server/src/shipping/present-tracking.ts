import { firstPhaseOf, formatOptionalTime, orderStatusOf, type DeliveryPhase, type DeliveryStatus, type Tracking } from '@cottontree/contract';
import type { Settings } from '../core/context.ts';
import type { TrackedRow } from './deliveries.queries.ts';
import { CODE_ATTEMPTS_MAX } from './judge-code.ts';
import { maskPhone } from './phone.ts';
import { trackingUrl } from './present-delivery.ts';
import { timelineOf, type TimelineEntry } from './delivery-change.ts';

type Standing = Pick<
  Tracking,
  | 'order_number' | 'transaction_id' | 'status' | 'order_status' | 'phase' | 'pickup_verified' | 'delivery_verified' | 'status_updated_at'
  | 'estimated_pickup_at' | 'estimated_delivery_at' | 'eta_seconds' | 'eta_quality'
>;

/** Where a delivery stands, whole. */
export function presentTracking(row: TrackedRow, { now, settings }: { readonly now: Date; readonly settings: Settings }): Tracking {
  return {
    job_number: row.job_number,
    ...presentStanding(row, now),
    driver: row.driver_id === null || row.driver_name === null
      ? null
      : { name: row.driver_name, phone_masked: maskPhone(row.driver_phone ?? ''), vehicle_type: row.driver_vehicle_type ?? '', plate: row.driver_plate ?? '' },
    location: null,
    timeline: presentTimeline(row),
    attempts_left: { pickup: CODE_ATTEMPTS_MAX - row.pickup_attempts, delivery: CODE_ATTEMPTS_MAX - row.delivery_attempts },
    proof: null,
    tracking_url: trackingUrl(row.tracking_token, settings),
    version: row.version,
    livemode: row.livemode,
  };
}

/** Where a delivery stands, in short. */
export function presentStanding(row: TrackedRow, now: Date): Standing {
  const status = row.status as DeliveryStatus;
  const eta = etaOf(row);
  return {
    order_number: row.order_number,
    transaction_id: row.transaction_id,
    status,
    order_status: orderStatusOf(status),
    phase: phaseOf(row),
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    status_updated_at: timelineOf(row).at(-1)?.at ?? row.created_at.toISOString(),
    estimated_pickup_at: formatOptionalTime(row.estimated_pickup_at),
    estimated_delivery_at: formatOptionalTime(row.estimated_delivery_at),
    eta_seconds: eta === null ? null : Math.max(0, Math.round((eta.getTime() - now.getTime()) / 1_000)),
    eta_quality: eta === null ? null : eta < now ? 'stale' : 'planned',
  };
}

export function presentTimeline(row: TrackedRow): Tracking['timeline'] {
  return timelineOf(row).map((entry: TimelineEntry) => ({ order_status: orderStatusOf(entry.status), ...entry }));
}

/** Changes whenever the answer of tracking does: with the delivery and with the minute of its ETA. */
export function trackingVersion(row: TrackedRow, now: Date): string {
  const eta = etaOf(row);
  return `${row.version}.${eta === null ? 'x' : Math.round((eta.getTime() - now.getTime()) / 60_000)}`;
}

/** The time of the next stop; null once there is none. */
function etaOf(row: TrackedRow): Date | null {
  if (row.status === 'pending' || row.status === 'assigned') return row.estimated_pickup_at;
  if (row.status === 'picked_up' || row.status === 'in_transit') return row.estimated_delivery_at;
  return null;
}

/** A delivery whose driver gave up searches again without leaving its status. */
function phaseOf(row: TrackedRow): DeliveryPhase | null {
  return row.status === 'assigned' && row.driver_id === null ? 'searching' : firstPhaseOf(row.status as DeliveryStatus);
}
