import {
  formatTime,
  nextStatuses,
  pickupFailureReasons,
  type ContactWay,
  type DeliveryFailure,
  type DriverJob,
  type FailureReason,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { type Fact, newFact } from '../../../../outbox/index.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { NewFile } from '../../../files/index.ts';
import { moved, unchanged } from '../../deliveries/delivery-change.ts';
import type { DeliveryChange, DeliveryRow } from '../../deliveries/deliveries.queries.ts';
import type { Shipping } from '../../module.ts';
import { contactAttemptsOf, withAttempt, type KeptAttempt } from '../../deliveries/contact-attempts.ts';
import { moveAndFollow } from '../../deliveries/follow-up/move-and-follow.ts';
import { proofOf } from '../../deliveries/proof.ts';
import { placeOf } from './place-of.ts';
import {
  causeOf,
  decided,
  notNow,
  ownRow,
  takeStep,
  withinStatus,
  type Step,
  type Taken,
} from './take-step.ts';
import { encodedPhoto, insertFiles } from './keep-proof.ts';
import { arrivalsOf } from './next-steps.ts';

type AttemptGiven = {
  readonly reason: FailureReason;
  readonly contact?: ContactWay;
  readonly note?: string;
  readonly lat?: number;
  readonly lng?: number;
};

/** The courier tried to reach the recipient, in vain. */
export async function recordAttempt(
  input: Input<Operations['recordAttempt']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: attempt(input.body) });
}

/** A try that did not succeed; it does not end the delivery. */
export function attempt(given: AttemptGiven): Step {
  return decided((row, taken) => {
    const onTheWay = row.status === 'picked_up' || row.status === 'in_transit';
    const end = row.picked_up_at === null ? null : (row.delivered_at ?? row.failed_at);
    if (!onTheWay && (end === null || taken.moment.at > end))
      throw notNow(row, 'failed', 'have an attempt, which is made between pickup and handover');
    if (isOfPickup(given.reason))
      throw wrongReason(row, `The parcel was picked up, so no attempt can have the reason ${given.reason}.`);
    return attempted(row, { given, taken, phase: onTheWay ? 'attempt_failed' : row.phase });
  });
}

type Attempting = {
  readonly given: AttemptGiven;
  readonly taken: Taken;
  readonly phase: DeliveryRow['phase'];
};

function attempted(row: DeliveryRow, { given, taken, phase }: Attempting): DeliveryChange {
  const at =
    phase === row.phase && row.status !== 'picked_up' && row.status !== 'in_transit'
      ? taken.moment.at
      : withinStatus(row, taken.moment.at);
  const place = placeOf(given);
  const one: KeptAttempt = {
    at: at.toISOString(),
    recorded_at: taken.moment.recordedAt.toISOString(),
    reason: given.reason,
    contact: given.contact ?? null,
    note: given.note ?? null,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
  };
  return {
    ...unchanged(row, taken.moment.recordedAt),
    phase,
    attempts: withAttempt(contactAttemptsOf(row), one),
    facts: [attemptFact(row, one)],
  };
}

function attemptFact(row: DeliveryRow, { at, reason, contact }: KeptAttempt): Fact {
  return newFact({
    kind: 'shipping.attempt.failed',
    sequence: row.version + 1,
    at,
    facts: {
      job_number: row.job_number,
      order_number: row.order_number,
      transaction_id: row.transaction_id,
      reason,
      contact,
      at,
    },
  });
}

type FailureGiven = {
  readonly reason: FailureReason;
  readonly note?: string;
  readonly photo?: string;
};

/** The courier gives up: at a closed pickup, or after having tried and waited at the door. */
export async function failJob(
  input: Input<Operations['failJob']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: await failing(input.body, module) });
}

/** Giving up; what becomes of the parcel then is decided in `moveAndFollow`. */
export async function failing(given: FailureGiven, module: Shipping): Promise<Step> {
  const photo = given.photo === undefined ? null : await encodedPhoto(given.photo, module);
  return async (taken, runner, context) => {
    await insertFiles(runner, taken, [photo]);
    const decide = (row: DeliveryRow): DeliveryChange | null =>
      failed(ownRow(row, taken), { given, taken, photo });
    return moveAndFollow(runner, taken.key, { decide, module: context, now: taken.moment.recordedAt });
  };
}

type Failing = { readonly given: FailureGiven; readonly taken: Taken; readonly photo: NewFile | null };

function failed(row: DeliveryRow, { given, taken, photo }: Failing): DeliveryChange | null {
  if (row.status === 'failed') return null;
  if (row.status === 'assigned') {
    if (!isOfPickup(given.reason))
      throw wrongReason(
        row,
        `Before pickup a delivery fails only with ${pickupFailureReasons.join(', ')}. Give the job back instead, or ask the dispatcher.`,
      );
  } else if (row.status === 'picked_up' || row.status === 'in_transit') {
    if (isOfPickup(given.reason))
      throw wrongReason(row, `The parcel was picked up, so it cannot fail with ${given.reason}.`);
    requireAttempts(row, taken.moment.at);
  } else throw notNow(row, 'failed', 'fail any more');
  const note = given.note ?? null;
  const change = moved(row, { path: ['failed'], cause: causeOf(taken, note), moment: taken.moment });
  const failure: DeliveryFailure = {
    reason: given.reason,
    note,
    by: 'driver',
    at: formatTime(change.failed_at ?? taken.moment.at),
  };
  const proof = photo ? { ...proofOf(row), photo_file: photo.token, at: failure.at } : row.proof;
  return { ...change, failure, cod_status: 'none', proof };
}

const isOfPickup = (reason: FailureReason): boolean => pickupFailureReasons.includes(reason);

function wrongReason(row: DeliveryRow, sentence: string): Failure {
  const from = row.status;
  return new Failure('STATE_CONFLICT', `Delivery ${row.job_number} is ${from}. ${sentence}`, {
    details: { from, to: 'failed', allowed: nextStatuses(from, 'driver') },
  });
}

/** Before a courier may give up at the door. */
const ATTEMPTS_MIN = 2;
const WAIT_MINUTES_MIN = 10;

/** Refuses to give up before the recipient was tried twice and waited for ten minutes, counted from arrival or the first try. */
function requireAttempts(row: DeliveryRow, at: Date): void {
  const attempts = contactAttemptsOf(row);
  const began = [arrivalsOf(row).dropoff, attempts[0]?.at ?? null]
    .filter((time) => time !== null)
    .toSorted()[0];
  const until = began === undefined ? null : new Date(new Date(began).getTime() + WAIT_MINUTES_MIN * 60_000);
  const missing = Math.max(0, ATTEMPTS_MIN - attempts.length);
  if (missing === 0 && until !== null && at >= until) return;
  const tries =
    missing === 0
      ? ''
      : `${missing} more ${missing === 1 ? 'attempt' : 'attempts'} to reach the recipient ${missing === 1 ? 'is' : 'are'} needed. `;
  const wait =
    until === null
      ? `The wait of ${WAIT_MINUTES_MIN} minutes begins with arrival or the first attempt.`
      : at < until
        ? `Wait until ${until.toISOString()}.`
        : '';
  throw new Failure(
    'ATTEMPTS_REQUIRED',
    `Delivery ${row.job_number} cannot fail yet. ${tries}${wait}`.trim(),
    {
      details: {
        attempts: attempts.length,
        attempts_required: ATTEMPTS_MIN,
        waiting_since: began ?? null,
        wait_until: until?.toISOString() ?? null,
      },
    },
  );
}
