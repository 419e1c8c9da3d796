import { normaliseJobNumber } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import { networkOf } from '../../../../kernel/web/network-of.ts';
import type { Shipping } from '../../module.ts';
import { readParcel, type Parcel } from './find-parcel.ts';
import { countTry, findByDigits, forgetTries, giveTryBack, type Try } from './parcels.queries.ts';

export type LookUp = { readonly jobNumber: string; readonly digits: string; readonly address: string };

/** Wrong tries from one address in an hour. */
export const LOOK_UP_TRIES_MAX = 5;
const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

/**
 * The parcel of this number for one who knows the last four digits of its recipient's phone. A wrong
 * number and wrong digits are the same null; every try is counted before it is judged, so that
 * no number of tries at once is more than allowed.
 */
export async function lookUpParcel(
  module: Shipping,
  { jobNumber, digits, address }: LookUp,
): Promise<Parcel | null> {
  const { system } = module.store;
  const now = module.world.now();
  const attempt = tryOf(module, address, now);
  if (!(await countTry(system, attempt, LOOK_UP_TRIES_MAX))) {
    const nextHourMs = attempt.hour.getTime() + HOUR_MS - now.getTime();
    throw new Failure(
      'RATE_LIMITED',
      'Too many wrong tries came from this address. Try again in the next hour.',
      { retryAfterSeconds: nextHourMs / 1_000 },
    );
  }
  const wellFormed = normaliseJobNumber(jobNumber);
  const found =
    wellFormed === null || !/^\d{4}$/.test(digits)
      ? undefined
      : await findByDigits(system, { jobNumber: wellFormed, digits });
  if (!found) return null;
  await giveTryBack(system, attempt);
  return readParcel(module, found, { token: '', isRecipient: false });
}

/** Forgets who tried yesterday. */
export async function forgetLookUps(module: Shipping): Promise<number> {
  return forgetTries(module.store.system, new Date(module.world.systemNow().getTime() - KEPT_MS));
}

function tryOf(module: Shipping, address: string, now: Date): Try {
  return {
    subject: module.vault.fingerprint('look-up', networkOf(address)),
    hour: new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS),
  };
}
