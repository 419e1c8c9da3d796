import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { makePinVerifier, openPinVerifier } from './pin-verifier.ts';
import { clearPinTries, countPinTry, givePinTryBack, putPinVerifier } from './staff.queries.ts';

const TRIES_MAX = 5;
const LOCK_MS = 15 * 60_000;

export type TriedPin = { readonly staffId: string; readonly pin: string };

/**
 * Whether a PIN is somebody's. A try is counted in a transaction of its own before it is judged, so that of many sent at
 * once no more are judged than may be wrong; a right one clears the count. INVALID_CREDENTIALS, RATE_LIMITED after five
 * wrong ones until fifteen minutes after the last.
 */
export async function tryPin(module: Pos, tenant: Tenant, { staffId, pin }: TriedPin): Promise<void> {
  const { store, world, hasher } = module;
  const runner = store.of(tenant);
  const now = world.systemNow();
  const counted = await countPinTry(runner, tenant, {
    id: staffId,
    triesMax: TRIES_MAX,
    now,
    windowStart: new Date(now.getTime() - LOCK_MS),
  });
  if (counted?.outcome === 'locked') throw locked(new Date(counted.tried_at.getTime() + LOCK_MS), now);
  const isRight = await hasher
    .matches(pin, counted?.pin_hash ?? null, tenant.merchantId)
    .catch(async (error: unknown) => {
      if (counted) await givePinTryBack(runner, tenant, staffId);
      throw error;
    });
  if (!isRight || !counted) throw wrongPin();
  await clearPinTries(runner, tenant, staffId);
  // A PIN is known only now and when it is set; what was not kept of it then is kept here.
  if (
    counted.pin_hash !== null &&
    (counted.pin_verifier === null || openPinVerifier(module, counted.pin_verifier).digits === null)
  )
    await putPinVerifier(runner, tenant, {
      id: staffId,
      pin_hash: counted.pin_hash,
      pin_verifier: await makePinVerifier(module, { pin, merchantId: tenant.merchantId }),
    });
}

/** Until when no PIN of somebody is tried; null while one may be. */
export function lockedUntil(
  { pin_tries, pin_tried_at }: { readonly pin_tries: number; readonly pin_tried_at: Date | null },
  now: Date,
): Date | null {
  if (pin_tries < TRIES_MAX || pin_tried_at === null) return null;
  const until = new Date(pin_tried_at.getTime() + LOCK_MS);
  return until > now ? until : null;
}

/** The same refusal for a wrong PIN, for whoever has none, and for nobody of the staff. */
export function wrongPin(): Failure {
  return new Failure(
    'INVALID_CREDENTIALS',
    'The person and the PIN do not belong together, or the person does not work at this till. Check both; the merchant can set a new PIN.',
  );
}

function locked(until: Date, now: Date): Failure {
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return new Failure(
    'RATE_LIMITED',
    'Too many wrong PINs were tried. Wait as long as Retry-After says, or ask the merchant to set a new PIN.',
    { retryAfterSeconds },
  );
}
