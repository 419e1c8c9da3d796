import type { Runner } from '../../../store/index.ts';
import { change } from '../../../kernel/change/change.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { constraintOf } from '../../../store/index.ts';
import { cashPostings } from './cash-postings.ts';
import {
  changeDelivery,
  findDelivery,
  type DeliveryChange,
  type DeliveryRow,
  type JobKey,
} from './deliveries.queries.ts';

/** What is to happen to a delivery as it stands: a change, or nothing. Refusals are thrown. */
export type Decide = (row: DeliveryRow) => DeliveryChange | null;

export type Moved = { readonly row: DeliveryRow; readonly changed: boolean };

/** The subject under which failed codes of a merchant are counted, hour by hour. */
export const CODE_GUESSES = 'handoff_code';

const HOUR_MS = 3_600_000;

/**
 * Reads the delivery, lets `decide` judge it, and writes its decision if nobody was faster;
 * else reads and decides again. No lock is held between the two, and every decision rests on
 * the version it changes.
 */
export async function moveDelivery(
  runner: Runner,
  key: JobKey,
  wanted: { readonly decide: Decide; readonly wallClock: Date },
): Promise<Moved> {
  const guess = guessesOf(wanted.wallClock);
  const delivery = {
    key: { tenant: key.tenant, id: key.jobNumber },
    tooMany: 'requests change this delivery',
    read: () => findDelivery(runner, key, guess),
    notFound: () => deliveryNotFound(key.jobNumber),
  };
  return change<DeliveryRow, Moved>(delivery, async (row) => {
    const decided = wanted.decide(row);
    if (!decided) return { row, changed: false };
    const written = await changeDelivery(runner, key, {
      change: decided,
      postings: cashPostings(row, decided),
      // Cash that was settled, and is not any more, was settled by a payment: what is paid out stays so.
      paysBack: row.cod_status === 'settled' && decided.cod_status !== 'settled',
    }).catch(refuseTooManyGuesses);
    return written ? { row: after(row, decided), changed: true } : undefined;
  });
}

/** Which count of wrong codes holds at a time of the wall clock; business time has no say in it. */
export function guessesOf(wallClock: Date): { readonly subject: string; readonly hour: Date } {
  return { subject: CODE_GUESSES, hour: new Date(Math.floor(wallClock.getTime() / HOUR_MS) * HOUR_MS) };
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export function deliveryNotFound(jobNumber: string): Failure {
  return new Failure('DELIVERY_NOT_FOUND', `There is no delivery ${jobNumber.slice(0, 64)}.`);
}

/** The row as the change leaves it. */
function after(row: DeliveryRow, change: DeliveryChange): DeliveryRow {
  const {
    timeline,
    facts: _facts,
    status_before: _before,
    guess_subject: _subject,
    guess_hour: _hour,
    guesses_max: _max,
    cod_payment_id: _payment,
    ...columns
  } = change;
  return {
    ...row,
    ...columns,
    version: row.version + 1,
    timeline: [...row.timeline, ...timeline],
    details: change.details ?? row.details,
    pickup_code: change.pickup_code ?? row.pickup_code,
    pickup_code_mac: change.pickup_code_mac ?? row.pickup_code_mac,
    delivery_code: change.delivery_code ?? row.delivery_code,
    delivery_code_mac: change.delivery_code_mac ?? row.delivery_code_mac,
  };
}

function refuseTooManyGuesses(error: unknown): never {
  if (constraintOf(error) !== 'guess_failures_exhausted') throw error;
  throw tooManyGuesses(HOUR_MS / 1_000);
}

export function tooManyGuesses(retryAfterSeconds: number): Failure {
  return new Failure(
    'RATE_LIMITED',
    'Too many wrong handoff codes were sent this hour, so checking pauses. Look into who sends them, and try again later.',
    { retryAfterSeconds },
  );
}
