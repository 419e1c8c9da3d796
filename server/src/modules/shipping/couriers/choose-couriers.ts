import type { DispatchMode } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { DeliveryRow } from '../deliveries/deliveries.queries.ts';
import { measureDistance } from '../coverage/measure-distance.ts';
import type { Point } from '../coverage/zone.ts';
import type { Candidate } from './candidates.queries.ts';
import { judgeCourier } from './judge-courier.ts';

/** How far from the pickup couriers are asked, round by round. */
export const ROUND_RADII_KM = Object.freeze([2, 4, 8, 8, 8, 8] as const);
export const ROUNDS_MAX = ROUND_RADII_KM.length;

export type Choice = { readonly driverId: string; readonly distanceKm: number | null };

export type Asking = {
  readonly row: DeliveryRow;
  readonly tenant: Tenant;
  readonly mode: DispatchMode;
  readonly round: number;
  /** Where the parcel is fetched; null where nobody knows. */
  readonly pickup: Point | null;
  /** Couriers that somebody named are asked wherever they are. */
  readonly named: boolean;
  /** Whether a place lies in the zone of the pickup. */
  readonly inZone: (place: Point) => boolean;
};

/** Whom to ask now: those who may take the parcel and were not asked in this round, the least asked and then the nearest first; all of them in a broadcast, else one. */
export function chooseCouriers(candidates: readonly Candidate[], asking: Asking): readonly Choice[] {
  const willing = candidates
    .filter(
      (candidate) =>
        candidate.last_round < asking.round && judgeCourier(candidate, asking.row, asking.tenant) === null,
    )
    .map((candidate) => ({
      driverId: candidate.driver_id,
      asked: candidate.asked,
      place: placeOf(candidate),
      distanceKm: distanceOf(candidate, asking.pickup),
    }))
    .filter(({ place, distanceKm }) => asking.named || isClose({ place, distanceKm }, asking))
    .toSorted(
      (one, other) =>
        one.asked - other.asked ||
        (one.distanceKm ?? Infinity) - (other.distanceKm ?? Infinity) ||
        (one.driverId < other.driverId ? -1 : 1),
    )
    .map(({ driverId, distanceKm }): Choice => ({ driverId, distanceKm }));
  return asking.mode === 'broadcast' ? willing : willing.slice(0, 1);
}

/** The radius of a round; an automatic assignment looks as far as the last. */
export function radiusOf(mode: DispatchMode, round: number): number {
  return (mode === 'auto' ? undefined : ROUND_RADII_KM[round - 1]) ?? 8;
}

function isClose(
  { place, distanceKm }: { readonly place: Point | null; readonly distanceKm: number | null },
  { mode, round, inZone }: Asking,
): boolean {
  if (mode === 'broadcast') return place !== null && inZone(place);
  return distanceKm !== null && distanceKm <= radiusOf(mode, round);
}

function placeOf({ lat, lng }: Candidate): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
}

function distanceOf(candidate: Candidate, pickup: Point | null): number | null {
  const place = placeOf(candidate);
  return place === null || pickup === null ? null : measureDistance(place, pickup);
}
