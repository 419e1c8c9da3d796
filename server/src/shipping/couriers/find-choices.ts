import type { Runner } from '../../store/index.ts';
import type { DeliveryRow, JobKey } from '../deliveries.queries.ts';
import type { Shipping } from '../open-shipping.ts';
import { detailsOf } from '../present-delivery.ts';
import { endsOf } from '../tracking/locate-courier.ts';
import { locateZone } from '../zones/locate-zone.ts';
import type { Point } from '../zones/zone.ts';
import { findCandidates } from './candidates.queries.ts';
import { chooseCouriers, radiusOf, type Choice } from './choose-couriers.ts';
import type { SearchRow } from './searches.queries.ts';

/** A courier whose position is older may be anywhere. */
export const SEEN_WITHIN_MS = 30 * 60_000;
const CANDIDATES_MAX = 200;
const KM_PER_DEGREE = 111.2;
const HALF_TURN_DEGREES = 180;
/** A zone may be wider than any radius. */
const ZONE_BOX_KM = 30;

export type Looking = {
  readonly search: SearchRow;
  readonly row: DeliveryRow;
  readonly key: JobKey;
  readonly round: number;
  readonly now: Date;
};
export type Choices = { readonly choices: readonly Choice[]; readonly askedInRound: boolean };

/** Whom to ask for a delivery in this round, and whether somebody was asked in it before. */
export async function findChoices(
  runner: Runner,
  room: Shipping,
  { search, row, key, round, now }: Looking,
): Promise<Choices> {
  const mode = search.mode;
  const { zones } = room.map();
  const { pickup } = endsOf(row, zones);
  const zoneId = detailsOf(row).pickup_zone.id;
  const candidates = await findCandidates(runner, key, {
    named: search.driver_ids,
    seen_since: new Date(now.getTime() - SEEN_WITHIN_MS),
    started_at: search.started_at,
    now,
    one_by_one: mode === 'nearest',
    rows_max: CANDIDATES_MAX,
    ...boxOf(pickup, mode === 'broadcast' ? ZONE_BOX_KM : radiusOf(mode, round)),
  });
  const inZone = (place: Point): boolean => locateZone(zones, place)?.id === zoneId;
  const choices = chooseCouriers(candidates, {
    row,
    tenant: key.tenant,
    mode,
    round,
    pickup,
    named: search.driver_ids !== null,
    inZone,
  });
  return { choices, askedInRound: candidates.some(({ last_round }) => last_round === round) };
}

/** Degrees around a place; nowhere, where there is none. */
function boxOf(place: Point | null, radiusKm: number) {
  if (place === null) return { south: 1, north: -1, west: 1, east: -1 };
  const lat = radiusKm / KM_PER_DEGREE;
  const lng = lat / Math.max(0.01, Math.cos((place.lat * Math.PI) / HALF_TURN_DEGREES));
  return { south: place.lat - lat, north: place.lat + lat, west: place.lng - lng, east: place.lng + lng };
}
