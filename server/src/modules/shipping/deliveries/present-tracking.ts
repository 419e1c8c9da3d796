import {
  firstPhaseOf,
  formatOptionalTime,
  formatTime,
  orderStatusOf,
  type DeliveryPhase,
  type Tracking,
} from '@cottontree/contract';
import type { TrackedRow } from './deliveries.queries.ts';
import type { StandingRow } from './standings.queries.ts';
import { estimateArrival } from './tracking/estimate-arrival.ts';
import { locateCourier, stampOf } from './tracking/locate-courier.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { CODE_ATTEMPTS_MAX } from './judge-code.ts';
import { maskPhone } from '../../../kernel/phone/phone.ts';
import { trackingUrl, type Linking } from './present-delivery.ts';
import { presentProof } from './proof.ts';
import { timelineOf, type TimelineEntry } from './delivery-change.ts';

type Standing = Pick<
  Tracking,
  | 'order_number'
  | 'transaction_id'
  | 'status'
  | 'order_status'
  | 'phase'
  | 'pickup_verified'
  | 'delivery_verified'
  | 'status_updated_at'
  | 'estimated_pickup_at'
  | 'estimated_delivery_at'
  | 'eta_seconds'
  | 'eta_quality'
>;

/** When it is looked at, and by which map. */
export type TrackingView = { readonly now: Date; readonly zones: ZoneIndex };

/** Where a delivery stands, whole. */
export function presentTracking(row: TrackedRow, view: TrackingView & Linking): Tracking {
  return {
    job_number: row.job_number,
    ...presentStanding(row, lastChangeOf(row), view),
    driver:
      row.driver_id === null || row.driver_name === null
        ? null
        : {
            name: row.driver_name,
            phone_masked: maskPhone(row.driver_phone ?? ''),
            vehicle_type: row.driver_vehicle_type ?? '',
            plate: row.driver_plate ?? '',
          },
    location: locateCourier(row, view.now),
    timeline: presentTimeline(row),
    attempts_left: {
      pickup: CODE_ATTEMPTS_MAX - row.pickup_attempts,
      delivery: CODE_ATTEMPTS_MAX - row.delivery_attempts,
    },
    proof: presentProof(row, view.settings),
    tracking_url: trackingUrl(row.job_number, view),
    version: row.version,
    livemode: row.livemode,
  };
}

/** Where a delivery stands, in short. */
export function presentStanding(
  row: Omit<StandingRow, 'timeline' | 'changed_at'>,
  changedAt: string,
  view: TrackingView,
): Standing {
  const status = row.status;
  const arrival = estimateArrival(row, view);
  return {
    order_number: row.order_number,
    transaction_id: row.transaction_id,
    status,
    order_status: orderStatusOf(status, row.kind),
    phase: phaseOf(row),
    pickup_verified: row.pickup_verified_at !== null,
    delivery_verified: row.delivery_verified_at !== null,
    status_updated_at: changedAt,
    estimated_pickup_at: formatOptionalTime(row.estimated_pickup_at),
    estimated_delivery_at: formatOptionalTime(row.estimated_delivery_at),
    eta_seconds: arrival && Math.max(0, Math.round((arrival.at.getTime() - view.now.getTime()) / 1_000)),
    eta_quality: arrival && arrival.quality,
  };
}

/** When it came to where it stands. */
function lastChangeOf(row: TrackedRow): string {
  return timelineOf(row).at(-1)?.at ?? formatTime(row.created_at);
}

export function presentTimeline(row: Pick<TrackedRow, 'timeline' | 'kind'>): Tracking['timeline'] {
  return timelineOf(row).map((entry: TimelineEntry) => ({
    order_status: orderStatusOf(entry.status, row.kind),
    ...entry,
  }));
}

/** Changes whenever the answer of tracking does: with the delivery, the last position, and the minute of the ETA and how good that is. */
export function trackingVersion(row: TrackedRow, view: TrackingView): string {
  const arrival = estimateArrival(row, view);
  return `${stampOf(row)}.${arrival === null ? 'x' : `${Math.round((arrival.at.getTime() - view.now.getTime()) / 60_000)}${arrival.quality}`}`;
}

/** A delivery whose driver gave up searches again without leaving its status. */
export function phaseOf(row: Pick<TrackedRow, 'phase' | 'status' | 'driver_id'>): DeliveryPhase | null {
  if (row.phase !== null) return row.phase;
  return row.status === 'assigned' && row.driver_id === null ? 'searching' : firstPhaseOf(row.status);
}
