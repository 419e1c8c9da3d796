import type { DispatchDelivery, DispatchDriver, ZoneItem } from '@cottontree/contract';
import { canChangeHands, pickupText } from './job.ts';

type Point = { readonly lat: number; readonly lng: number };

/** Where somebody has to go next for a job: to fetch it, then to the door. */
export type JobPlace = Point & {
  /** The middle of its zone, since nobody set a pin. */
  readonly isRough: boolean;
  readonly isPickup: boolean;
  readonly address: string;
  readonly zone: string;
};

export type ZonesById = ReadonlyMap<string, ZoneItem>;

/** Null where neither a pin nor a zone is known. */
export function placeOf(job: DispatchDelivery, zones: ZonesById): JobPlace | null {
  const isPickup = canChangeHands(job);
  const [lat, lng, zone, address] = isPickup
    ? [job.pickup_lat, job.pickup_lng, job.pickup_zone, pickupText(job)]
    : [
        job.delivery_lat,
        job.delivery_lng,
        job.delivery_zone,
        `${job.delivery_address}, ${job.delivery_city}`,
      ];
  const known = { isPickup, address, zone: zone?.name ?? '' };
  if (lat !== null && lng !== null) return { lat, lng, isRough: false, ...known };
  const middle = zone ? zones.get(zone.id)?.center : undefined;
  return middle ? { ...middle, isRough: true, ...known } : null;
}

const RING = 6;
const STEP_PX = 22;

/** Pixels beside the place for the nth that stands there: rings of six around the first. */
export function asideOf(nth: number): readonly [right: number, down: number] {
  if (nth === 0) return [0, 0];
  const ring = Math.ceil(nth / RING);
  const turn = ((nth - 1) % RING) / RING + (ring % 2) / (2 * RING);
  const far = ring * STEP_PX;
  return [Math.round(Math.cos(turn * 2 * Math.PI) * far), Math.round(Math.sin(turn * 2 * Math.PI) * far)];
}

const SILENT_MS = 600_000;

/** Whether a phone has not told for so long that its courier is elsewhere by now. */
export function isSilent({ location }: Pick<DispatchDriver, 'location'>, nowMs: number): boolean {
  return location !== null && nowMs - Date.parse(location.recorded_at) > SILENT_MS;
}

const KM_PER_DEGREE = 111.2;

/** The quarter or town that a place lies in or next to; null where none is known. */
export function nearestName(place: Point, zones: readonly ZoneItem[]): string | null {
  const narrow = Math.cos((place.lat * Math.PI) / 180);
  const far = ({ center }: ZoneItem): number =>
    Math.hypot(center.lat - place.lat, (center.lng - place.lng) * narrow) * KM_PER_DEGREE;
  const named = zones.filter(({ kind }) => kind === 'area' || kind === 'town');
  const [nearest] = named.toSorted((a, b) => far(a) - far(b));
  return nearest?.name ?? null;
}
