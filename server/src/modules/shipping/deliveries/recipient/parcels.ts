import { nextStatuses, normaliseJobNumber } from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { networkOf } from '../../../../kernel/web/network-of.ts';
import { keyOf } from '../../../../kernel/call/tenant.ts';
import { FACT_SECRET } from '../../../../outbox/index.ts';
import type { EventFeed } from '../../../../kernel/running/event-feed.ts';
import type { Shipping } from '../../module.ts';
import { checkWindows, type TimeWindow } from '../../pricing/check-windows.ts';
import { moved, unchanged } from '../delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../deliveries.queries.ts';
import { editDelivery } from '../follow-up/update-delivery.ts';
import { rated } from '../follow-up/rate-delivery.ts';
import { isUnderWay } from '../is-waiting.ts';
import { moveDelivery } from '../move-delivery.ts';
import { detailsOf } from '../present-delivery.ts';
import { stampOf } from '../tracking/locate-courier.ts';
import { streamTracking } from '../tracking/stream-tracking.ts';
import { isOver, readParcel, type Parcel } from './find-parcel.ts';
import {
  countTry,
  findByDigits,
  findDeliveryCode,
  forgetTries,
  giveTryBack,
  type Try,
} from './parcels.queries.ts';

type LookUp = { readonly jobNumber: string; readonly digits: string; readonly address: string };

/** Wrong tries from one address within any hour. */
const LOOK_UP_TRIES_MAX = 5;
const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

/**
 * The parcel of this number for one who knows the last four digits of its recipient's phone. A wrong
 * number, wrong digits and a parcel of long ago are the same null; every try is counted before it is judged, so that
 * no number of tries at once is more than allowed.
 */
export async function lookUpParcel(
  module: Shipping,
  { jobNumber, digits, address }: LookUp,
): Promise<Parcel | null> {
  const { system } = module.store;
  const now = module.world.now();
  const attempt: Try = { subject: module.vault.fingerprint('look-up', networkOf(address)), at: now };
  const since = new Date(now.getTime() - HOUR_MS);
  const full = await system.transaction((tx) =>
    countTry(tx, attempt, { triesMax: LOOK_UP_TRIES_MAX, since }),
  );
  if (full)
    throw new Failure(
      'RATE_LIMITED',
      `Too many wrong tries came from this address: ${LOOK_UP_TRIES_MAX} an hour are all. Try again when the first of them is an hour old.`,
      { retryAfterSeconds: (full.oldest.getTime() + HOUR_MS - now.getTime()) / 1_000 },
    );
  const wellFormed = normaliseJobNumber(jobNumber);
  const found =
    wellFormed === null || !/^\d{4}$/.test(digits)
      ? undefined
      : await findByDigits(system, { jobNumber: wellFormed, digits });
  if (!found) return null;
  await giveTryBack(system, attempt);
  const parcel = readParcel(module, found, { token: '', isRecipient: false });
  return isOver(parcel) ? null : parcel;
}

/** Forgets who tried yesterday. */
export async function forgetLookUps(module: Shipping): Promise<number> {
  return forgetTries(module.store.system, new Date(module.world.systemNow().getTime() - KEPT_MS));
}

/** What a recipient may do to a parcel from its page. */
export type ParcelInput =
  | { readonly kind: 'receive' }
  | {
      readonly kind: 'place';
      readonly pin: { readonly lat?: number; readonly lng?: number; readonly plusCode?: string };
    }
  /** Null leaves the time open again. */
  | { readonly kind: 'time'; readonly window: TimeWindow | null; readonly note: string | null }
  | { readonly kind: 'rate'; readonly stars: number; readonly comment: string | null };

export const NOTE_CHARACTERS_MAX = 280;

/** Does what the recipient asks, where the delivery's status allows it; refusals are those of the API. */
export async function changeParcel(module: Shipping, parcel: Parcel, input: ParcelInput): Promise<void> {
  const decide = (row: DeliveryRow): DeliveryChange | null =>
    changeFor(row, input, { module, now: parcel.now });
  await moveDelivery(module.store.of(parcel.key.tenant), parcel.key, {
    decide,
    wallClock: module.world.now(),
  });
}

type At = { readonly module: Shipping; readonly now: Date };

function changeFor(row: DeliveryRow, input: ParcelInput, { module, now }: At): DeliveryChange | null {
  if (input.kind === 'receive') return received(row, now);
  if (input.kind === 'rate')
    return rated(row, { stars: input.stars, comment: input.comment, by: 'recipient' }, now);
  if (input.kind === 'place')
    return editDelivery(row, {
      edit: { details: {}, pin: input.pin, codAmount: null },
      now,
      zones: module.map().zones,
    });
  return timed(row, input, now);
}

/** The recipient's word, not the code's: the delivery stays open to dispute for a day. */
function received(row: DeliveryRow, now: Date): DeliveryChange | null {
  if (row.delivered_at !== null) return null;
  if (row.status !== 'in_transit')
    throw conflict(row, 'receipt can be confirmed once the courier is on the way to the recipient');
  return moved(row, {
    path: ['delivered'],
    cause: { actor_type: 'system', actor: null, note: 'The recipient confirmed receipt.' },
    moment: { at: now, recordedAt: now },
  });
}

function timed(
  row: DeliveryRow,
  { window, note }: Extract<ParcelInput, { kind: 'time' }>,
  now: Date,
): DeliveryChange | null {
  const status = row.status;
  if (status !== 'pending' && status !== 'assigned' && status !== 'picked_up')
    throw conflict(row, 'a time can be chosen until the courier is on the way to the recipient');
  const problem = isAsItStands(row, window) ? null : checkWindows({ pickup: null, delivery: window, now });
  if (problem)
    throw problem.code === 'VALIDATION_ERROR'
      ? invalid(problem)
      : new Failure(problem.code, `${problem.path} ${problem.message}.`);
  const times = {
    delivery_window_start: window?.start.toISOString() ?? null,
    delivery_window_end: window?.end.toISOString() ?? null,
  };
  return { ...unchanged(row, now), details: { ...detailsOf(row), ...times, recipient_note: note } };
}

/** Who writes a note while the chosen time is on need not choose another. */
function isAsItStands(row: DeliveryRow, window: TimeWindow | null): boolean {
  const { delivery_window_start: start, delivery_window_end: end } = detailsOf(row);
  return (
    window !== null &&
    start !== null &&
    end !== null &&
    Date.parse(start) === window.start.getTime() &&
    Date.parse(end) === window.end.getTime()
  );
}

function conflict(row: DeliveryRow, sentence: string): Failure {
  const status = row.status;
  return new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${status}; ${sentence}.`, {
    details: { from: status, to: status, allowed: nextStatuses(status, 'system') },
  });
}

/** The code that the recipient gives the courier; null for anybody else, and once the parcel is handed over or will never be. */
export async function revealCode(
  module: Shipping,
  { key, row, details, isRecipient }: Parcel,
): Promise<string | null> {
  if (!isRecipient || !isUnderWay(row) || !details.require_delivery_code) return null;
  const sealed = await findDeliveryCode(module.store.of(key.tenant), {
    ...keyOf(key.tenant),
    job_number: key.jobNumber,
  });
  return sealed ? module.vault.open(sealed, FACT_SECRET).toString('utf8') : null;
}

/** Tells a page that its parcel has changed, not how; null when it has seen the end. */
export function watchParcel(module: Shipping, { row }: Parcel, lastEventId: string | null): EventFeed | null {
  return streamTracking(row, {
    module,
    lastEventId,
    name: 'change',
    present: (state) => JSON.stringify(stampOf(state)),
    versionOf: stampOf,
  });
}
