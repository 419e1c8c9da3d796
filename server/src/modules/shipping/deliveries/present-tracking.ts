import {
  firstPhaseOf,
  formatOptionalTime,
  formatTime,
  orderStatusOf,
  type DeliveryPhase,
  type EtaQuality,
  type Tracking,
} from '@cottontree/contract';
import type { TrackedRow } from './deliveries.queries.ts';
import type { StandingRow } from './standings.queries.ts';
import { isStale, locateCourier, nextStopOf, positionOf, stampOf } from './tracking/locate-courier.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';
import { measureDistance } from '../coverage/measure-distance.ts';
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

type Planned = Pick<TrackedRow, 'status' | 'estimated_pickup_at' | 'estimated_delivery_at'>;

type Arrival = { readonly at: Date; readonly quality: EtaQuality };

/** Kilometres by road for each kilometre as the crow flies. */
const ROAD_FACTOR = 1.35;
/** Through town traffic, stops included; rough figures of ours, not measurements. */
const KM_PER_HOUR: Readonly<Record<string, number>> = Object.freeze({
  foot: 4.5,
  bicycle: 12,
  motorbike: 24,
  tricycle: 18,
  car: 20,
  van: 18,
  truck: 15,
});
const KM_PER_HOUR_UNKNOWN = 18;
/** Parking, finding the door, and calling. */
const HANDLING_SECONDS = 180;

/**
 * When the courier comes to the next stop: `live` from where the courier is now, `planned` from the
 * estimates made beforehand, `stale` when the position is old or the estimate has passed. Null once there is no next stop.
 */
function estimateArrival(
  row: Planned & Pick<TrackedRow, 'position' | 'stops' | 'driver_vehicle_type'>,
  { now, zones }: { readonly now: Date; readonly zones: ZoneIndex },
): Arrival | null {
  const planned = plannedArrival(row);
  const position = positionOf(row);
  const stop = nextStopOf(row, zones);
  if (position === null || stop === null)
    return planned && { at: planned, quality: planned < now ? 'stale' : 'planned' };
  const fromThere = new Date(
    new Date(position.recorded_at).getTime() +
      1_000 * secondsBetween(measureDistance(position, stop), row.driver_vehicle_type),
  );
  if (!isStale(position, now)) return { at: fromThere, quality: 'live' };
  return { at: fromThere > now ? fromThere : (planned ?? now), quality: 'stale' };
}

function secondsBetween(straightKm: number, vehicleType: string | null): number {
  const kmPerHour = KM_PER_HOUR[vehicleType?.toLowerCase() ?? ''] ?? KM_PER_HOUR_UNKNOWN;
  return Math.round(((straightKm * ROAD_FACTOR) / kmPerHour) * 3_600) + HANDLING_SECONDS;
}

/** The time of the next stop as planned; null once there is none. */
function plannedArrival(row: Planned): Date | null {
  if (row.status === 'pending' || row.status === 'assigned') return row.estimated_pickup_at;
  if (row.status === 'picked_up' || row.status === 'in_transit') return row.estimated_delivery_at;
  return null;
}
