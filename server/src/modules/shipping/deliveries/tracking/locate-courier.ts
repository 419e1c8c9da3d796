import type { Tracking } from '@cottontree/contract';
import type { TrackedRow } from '../deliveries.queries.ts';
import { detailsOf } from '../present-delivery.ts';
import type { ZoneIndex } from '../../coverage/compile-zones.ts';
import type { Point } from '../../coverage/zone.ts';
import type { KnownPosition, RouteStop } from './position.ts';

/** A position older than this no longer says where the courier is. */
export const POSITION_FRESH_MS = 180_000;

/** Where the courier was last, while the parcel is on its way; null when nobody knows. */
export function locateCourier(row: TrackedRow, now: Date): Tracking['location'] {
  const position = positionOf(row);
  if (position === null) return null;
  const { lat, lng, accuracy_m } = position;
  return {
    lat,
    lng,
    accuracy_m,
    recorded_at: new Date(position.recorded_at).toISOString(),
    stale: isStale(position, now),
  };
}

export function positionOf(row: Pick<TrackedRow, 'position'>): KnownPosition | null {
  return row.position;
}

export function isStale(position: KnownPosition, now: Date): boolean {
  return now.getTime() - new Date(position.recorded_at).getTime() > POSITION_FRESH_MS;
}

/** Where the courier goes next: to the pickup until the parcel is fetched, then to the recipient. */
export function nextStopOf(row: Pick<TrackedRow, 'stops' | 'status'>, zones: ZoneIndex): Point | null {
  const stops = row.stops;
  return stops && pointOf(row.status === 'assigned' ? stops.pickup : stops.delivery, zones);
}

/** Both ends of a delivery's way, as near as they are known. */
export function endsOf(
  row: { readonly details: unknown },
  zones: ZoneIndex,
): { readonly pickup: Point | null; readonly delivery: Point | null } {
  const details = detailsOf(row);
  return {
    pickup: pointOf([details.pickup_lat, details.pickup_lng, details.pickup_zone.id], zones),
    delivery: pointOf([details.delivery_lat, details.delivery_lng, details.delivery_zone.id], zones),
  };
}

/** The place of a pin, or the middle of its zone. */
function pointOf([lat, lng, zoneId]: RouteStop, zones: ZoneIndex): Point | null {
  if (lat !== null && lng !== null) return { lat, lng };
  return (zoneId === null ? undefined : zones.byId.get(zoneId))?.center ?? null;
}

/** Tells one state of a delivery and of its courier's position from another. */
export function stampOf(row: TrackedRow): string {
  const position = positionOf(row);
  return `${row.version}.${position === null ? '' : new Date(position.recorded_at).getTime()}`;
}
