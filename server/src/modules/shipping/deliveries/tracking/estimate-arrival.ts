import type { EtaQuality } from '@cottontree/contract';
import type { TrackedRow } from '../deliveries.queries.ts';
import type { ZoneIndex } from '../../coverage/compile-zones.ts';
import { measureDistance } from '../../coverage/measure-distance.ts';
import { isStale, nextStopOf, positionOf } from './locate-courier.ts';

type Planned = Pick<TrackedRow, 'status' | 'estimated_pickup_at' | 'estimated_delivery_at'>;

export type Arrival = { readonly at: Date; readonly quality: EtaQuality };

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
export function estimateArrival(
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
