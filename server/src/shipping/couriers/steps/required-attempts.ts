import { Failure } from '../../../core/failure.ts';
import type { DeliveryRow } from '../../deliveries.queries.ts';
import { contactAttemptsOf } from './contact-attempts.ts';
import { arrivalsOf } from './step-record.ts';

/** Before a courier may give up at the door. */
export const ATTEMPTS_MIN = 2;
export const WAIT_MINUTES_MIN = 10;

/** Refuses to give up before the recipient was tried twice and waited for ten minutes, counted from arrival or the first try. */
export function requireAttempts(row: DeliveryRow, at: Date): void {
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
