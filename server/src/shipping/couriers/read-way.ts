import type { Milestone } from '@cottontree/contract';
import { measureDistance } from '../zones/measure-distance.ts';
import type { Point } from '../zones/zone.ts';

/** How close counts as being there. */
export const ARRIVED_M = 100;
/** Ten minutes at 20 km/h on roads 1.35 times as long as the straight line. */
export const NEAR_KM = 2.5;
/** Who is farther than this from the pickup, and has had the parcel for so long, has set out. */
export const DEPARTED_M = 150;
export const DEPARTED_AFTER_MS = 5 * 60_000;

export type Way = {
  readonly status: string;
  readonly pickedUpAt: Date | null;
  /** Pins alone tell whether somebody is there. */
  readonly pickupPin: Point | null;
  readonly dropoffPin: Point | null;
  /** The pin, or else the middle of the zone, which will do for what is only near. */
  readonly dropoff: Point | null;
};

/** What a courier has come to at this point of the way; of two at once the further one. */
export function milestoneAt(way: Way, at: Point): Milestone | null {
  if (way.status === 'assigned') return within(way.pickupPin, at, ARRIVED_M) ? 'arrived_pickup' : null;
  if (within(way.dropoffPin, at, ARRIVED_M)) return 'arrived_dropoff';
  return within(way.dropoff, at, NEAR_KM * 1_000) ? 'near' : null;
}

/** Whether the courier has left the pickup with the parcel, without having said so; `when` he was there. */
export function hasDeparted(way: Way, at: Point, when: Date): boolean {
  if (way.status !== 'picked_up' || way.pickedUpAt === null || way.pickupPin === null) return false;
  return (
    when.getTime() - way.pickedUpAt.getTime() >= DEPARTED_AFTER_MS && !within(way.pickupPin, at, DEPARTED_M)
  );
}

function within(place: Point | null, at: Point, metres: number): boolean {
  return place !== null && measureDistance(place, at) * 1_000 <= metres;
}
