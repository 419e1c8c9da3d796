import { idRandomBytes, makeId, type DispatchMode } from '@cottontree/contract';
import type { Runner, Tx } from '../../../store/index.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { assigned } from '../deliveries/assign-driver.ts';
import { findDelivery, type DeliveryRow, type JobKey } from '../deliveries/deliveries.queries.ts';
import { unchanged } from '../deliveries/delivery-change.ts';
import { findActiveDriver } from '../deliveries/driver-choice.queries.ts';
import type { Shipping } from '../module.ts';
import { guessesOf, moveDelivery } from '../deliveries/move-delivery.ts';
import { detailsOf } from '../deliveries/present-delivery.ts';
import { endsOf } from '../deliveries/tracking/locate-courier.ts';
import { locateZone } from '../coverage/locate-zone.ts';
import type { Point } from '../coverage/zone.ts';
import {
  endSearch,
  findCandidates,
  lockCourierLoad,
  scheduleSearch,
  type Candidate,
  type SearchRow,
} from './searches.queries.ts';
import { isWaiting } from '../deliveries/is-waiting.ts';
import { measureDistance } from '../coverage/measure-distance.ts';
import { judgeCourier } from './judge-courier.ts';
import { expireOffers, insertOffers, openOffers, withdrawOffers } from './offers.queries.ts';

/** How long a courier may think about an offer, and how long a round waits that found nobody. */
const OFFER_SECONDS = 30;

type SearchStep = { readonly search: SearchRow; readonly key: JobKey; readonly now: Date };

/** Takes a search, locked, one step on: waits for who was asked, asks whoever is next, or ends it. */
export async function takeSearchStep(tx: Tx, module: Shipping, step: SearchStep): Promise<void> {
  const { key, now, search } = step;
  const row = await findDelivery(tx, key, guessesOf(now));
  if (!row || !isWaiting(row)) {
    await withdrawOffers(tx, key, now);
    await endSearch(tx, key);
    return;
  }
  await expireOffers(tx, key, now);
  const [open] = await openOffers(tx, key);
  if (open) {
    await scheduleSearch(tx, key, { round: search.round, next_at: open.expires_at });
    return;
  }
  return askNext(tx, module, { ...step, row });
}

type Asking = SearchStep & { readonly row: DeliveryRow };

/** The rounds from the present one on, until one has somebody to ask; a live round in which nobody was there takes its time. */
async function askNext(tx: Tx, module: Shipping, asking: Asking): Promise<void> {
  const { key, search, row, now } = asking;
  for (let round = search.round; round <= ROUNDS_MAX && search.mode !== 'manual'; round += 1) {
    const { choices, askedInRound } = await findChoices(tx, module, { search, row, key, round, now });
    if (choices.length > 0)
      return search.mode === 'auto'
        ? assign(tx, module, { ...asking, choices, round })
        : ask(tx, module, { ...asking, choices, round });
    if (key.tenant.livemode && !askedInRound) return pause(tx, module, { ...asking, round });
  }
  await scheduleSearch(tx, key, { round: ROUNDS_MAX, next_at: null });
  await setPhase(tx, module, { key, phase: 'searching', now });
}

async function pause(
  tx: Tx,
  module: Shipping,
  { key, round, now }: Asking & { readonly round: number },
): Promise<void> {
  const next =
    round < ROUNDS_MAX ? { round: round + 1, next_at: later(now) } : { round: ROUNDS_MAX, next_at: null };
  await scheduleSearch(tx, key, next);
  await setPhase(tx, module, { key, phase: 'searching', now });
}

type Chosen = Asking & { readonly choices: readonly Choice[]; readonly round: number };

async function ask(tx: Tx, module: Shipping, { key, choices, round, now }: Chosen): Promise<void> {
  const expiresAt = key.tenant.livemode ? later(now) : null;
  await setPhase(tx, module, { key, phase: 'offered', now });
  await insertOffers(tx, key, {
    round,
    created_at: now,
    expires_at: expiresAt,
    ids: choices.map(() => makeId('off_', now.getTime(), module.world.randomBytes(idRandomBytes))),
    driver_ids: choices.map(({ driverId }) => driverId),
    distances: choices.map(({ distanceKm }) => distanceKm),
  });
  await scheduleSearch(tx, key, { round, next_at: expiresAt });
}

/** Gives the parcel to the best without asking, unless something stands against it by now; then it is looked again. */
async function assign(tx: Tx, module: Shipping, asking: Chosen): Promise<void> {
  const {
    key,
    choices: [best],
    round,
    now,
    row,
  } = asking;
  const load = best && (await lockCourierLoad(tx, best.driverId, key.tenant));
  const driver = best && (await findActiveDriver(tx, best.driverId));
  if (!load?.on_shift || !driver || judgeCourier(load, row, key.tenant) !== null)
    return pause(tx, module, { ...asking, round });
  const cause = { actor_type: 'system' as const, actor: null, note: null };
  await moveDelivery(tx, key, {
    decide: (current) => (isWaiting(current) ? assigned(current, driver, { cause, now }) : null),
    wallClock: module.world.now(),
  });
  await withdrawOffers(tx, key, now);
  await endSearch(tx, key);
}

type PhaseInput = { readonly key: JobKey; readonly phase: 'searching' | 'offered'; readonly now: Date };

/** Says what happens while a delivery waits; a pending one searches unless something else is said. */
async function setPhase(tx: Tx, module: Shipping, { key, phase, now }: PhaseInput): Promise<void> {
  await moveDelivery(tx, key, {
    wallClock: module.world.now(),
    decide: (row) => {
      const wanted = phase === 'searching' && row.status === 'pending' ? null : phase;
      return isWaiting(row) && row.phase !== wanted ? { ...unchanged(row, now), phase: wanted } : null;
    },
  });
}

function later(now: Date): Date {
  return new Date(now.getTime() + OFFER_SECONDS * 1_000);
}

/** A courier whose position is older may be anywhere. */
const SEEN_WITHIN_MS = 30 * 60_000;
const CANDIDATES_MAX = 200;
const KM_PER_DEGREE = 111.2;
const HALF_TURN_DEGREES = 180;
/** A zone may be wider than any radius. */
const ZONE_BOX_KM = 30;

type Looking = {
  readonly search: SearchRow;
  readonly row: DeliveryRow;
  readonly key: JobKey;
  readonly round: number;
  readonly now: Date;
};
type Choices = { readonly choices: readonly Choice[]; readonly askedInRound: boolean };

/** Whom to ask for a delivery in this round, and whether somebody was asked in it before. */
async function findChoices(
  runner: Runner,
  module: Shipping,
  { search, row, key, round, now }: Looking,
): Promise<Choices> {
  const mode = search.mode;
  const { zones } = module.map();
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

/** How far from the pickup couriers are asked, round by round. */
const ROUND_RADII_KM = Object.freeze([2, 4, 8, 8, 8, 8] as const);
const ROUNDS_MAX = ROUND_RADII_KM.length;

type Choice = { readonly driverId: string; readonly distanceKm: number | null };

type RoundToAsk = {
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
function chooseCouriers(candidates: readonly Candidate[], asking: RoundToAsk): readonly Choice[] {
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
function radiusOf(mode: DispatchMode, round: number): number {
  return (mode === 'auto' ? undefined : ROUND_RADII_KM[round - 1]) ?? 8;
}

function isClose(
  { place, distanceKm }: { readonly place: Point | null; readonly distanceKm: number | null },
  { mode, round, inZone }: RoundToAsk,
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
