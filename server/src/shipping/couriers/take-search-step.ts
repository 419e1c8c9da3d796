import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Tx } from '../../store/index.ts';
import { assigned } from '../assign-driver.ts';
import { unchanged } from '../delivery-change.ts';
import { findDelivery, type DeliveryRow, type JobKey } from '../deliveries.queries.ts';
import { findActiveDriver } from '../driver-choice.queries.ts';
import { guessesOf, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { judgeCourier } from './judge-courier.ts';
import { lockCourierLoad } from './courier-load.queries.ts';
import { ROUNDS_MAX, type Choice } from './choose-couriers.ts';
import { findChoices } from './find-choices.ts';
import { isWaiting } from './is-waiting.ts';
import { expireOffers, insertOffers, openOffers, withdrawOffers } from './offers.queries.ts';
import { endSearch, scheduleSearch, type SearchRow } from './searches.queries.ts';

/** How long a courier may think about an offer, and how long a round waits that found nobody. */
export const OFFER_SECONDS = 30;

export type SearchStep = { readonly search: SearchRow; readonly key: JobKey; readonly now: Date };

/** Takes a search, locked, one step on: waits for who was asked, asks whoever is next, or ends it. */
export async function takeSearchStep(tx: Tx, room: Shipping, step: SearchStep): Promise<void> {
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
  return askNext(tx, room, { ...step, row });
}

type Asking = SearchStep & { readonly row: DeliveryRow };

/** The rounds from the present one on, until one has somebody to ask; a live round in which nobody was there takes its time. */
async function askNext(tx: Tx, room: Shipping, asking: Asking): Promise<void> {
  const { key, search, row, now } = asking;
  for (let round = search.round; round <= ROUNDS_MAX && search.mode !== 'manual'; round += 1) {
    const { choices, askedInRound } = await findChoices(tx, room, { search, row, key, round, now });
    if (choices.length > 0)
      return search.mode === 'auto'
        ? assign(tx, room, { ...asking, choices, round })
        : ask(tx, room, { ...asking, choices, round });
    if (key.tenant.livemode && !askedInRound) return pause(tx, room, { ...asking, round });
  }
  await scheduleSearch(tx, key, { round: ROUNDS_MAX, next_at: null });
  await setPhase(tx, room, { key, phase: 'searching', now });
}

async function pause(
  tx: Tx,
  room: Shipping,
  { key, round, now }: Asking & { readonly round: number },
): Promise<void> {
  const next =
    round < ROUNDS_MAX ? { round: round + 1, next_at: later(now) } : { round: ROUNDS_MAX, next_at: null };
  await scheduleSearch(tx, key, next);
  await setPhase(tx, room, { key, phase: 'searching', now });
}

type Chosen = Asking & { readonly choices: readonly Choice[]; readonly round: number };

async function ask(tx: Tx, room: Shipping, { key, choices, round, now }: Chosen): Promise<void> {
  const expiresAt = key.tenant.livemode ? later(now) : null;
  await setPhase(tx, room, { key, phase: 'offered', now });
  await insertOffers(tx, key, {
    round,
    created_at: now,
    expires_at: expiresAt,
    ids: choices.map(() => makeId('off_', now.getTime(), room.world.randomBytes(idRandomBytes))),
    driver_ids: choices.map(({ driverId }) => driverId),
    distances: choices.map(({ distanceKm }) => distanceKm),
  });
  await scheduleSearch(tx, key, { round, next_at: expiresAt });
}

/** Gives the parcel to the best without asking, unless something stands against it by now; then it is looked again. */
async function assign(tx: Tx, room: Shipping, asking: Chosen): Promise<void> {
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
    return pause(tx, room, { ...asking, round });
  const cause = { actor_type: 'system' as const, actor: null, note: null };
  await moveDelivery(tx, key, {
    decide: (current) => (isWaiting(current) ? assigned(current, driver, { cause, now }) : null),
    wallClock: room.world.now(),
  });
  await withdrawOffers(tx, key, now);
  await endSearch(tx, key);
}

type PhaseWish = { readonly key: JobKey; readonly phase: 'searching' | 'offered'; readonly now: Date };

/** Says what happens while a delivery waits; a pending one searches unless something else is said. */
export async function setPhase(tx: Tx, room: Shipping, { key, phase, now }: PhaseWish): Promise<void> {
  await moveDelivery(tx, key, {
    wallClock: room.world.now(),
    decide: (row) => {
      const wanted = phase === 'searching' && row.status === 'pending' ? null : phase;
      return isWaiting(row) && row.phase !== wanted ? { ...unchanged(row, now), phase: wanted } : null;
    },
  });
}

function later(now: Date): Date {
  return new Date(now.getTime() + OFFER_SECONDS * 1_000);
}
