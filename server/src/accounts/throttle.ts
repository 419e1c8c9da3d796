import ipaddr from 'ipaddr.js';
import type { Context } from '../core/context.ts';
import { Failure } from '../core/failure.ts';
import type { Runner } from '../store/index.ts';
import { clearTries, countTry, giveTriesBack, type Counted } from './sign-in-tries.queries.ts';

export const WINDOW_MS = 15 * 60_000;
const PER_SUBJECT_MAX = 5;
/** A whole office, and a whole mobile network, may share an address. */
const PER_ADDRESS_MAX = 30;

/** Whose secret is tried (a phone, an e-mail address) and from where. */
export type Guess = { readonly subject: string; readonly address: string };

/**
 * Judges one guess at a secret, and counts it before: of guesses sent at once, only as many are judged as may be wrong.
 * A right one clears its subject's count; null is a wrong one. What could not be judged does not count.
 */
export async function throttled<T>(
  context: Context,
  guess: Guess,
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const { vault, store } = context;
  const subject = vault.fingerprint('sign-in', 'subject', guess.subject);
  const address = vault.fingerprint('sign-in', 'address', networkOf(guess.address));
  await store.system.transaction((tx) => countBoth(tx, context, { subject, address }));
  const judged = await judge().catch(async (error: unknown) => {
    await giveTriesBack(store.system, [subject, address]);
    throw error;
  });
  if (judged === null) return null;
  await clearTries(store.system, subject);
  await giveTriesBack(store.system, [address]);
  return judged;
}

/** The same within the transaction of what a right guess brings about: `wrong` commits the count, any other refusal undoes it. */
export async function throttledWithin(
  tx: Runner,
  context: Context,
  guess: Guess & { readonly judge: () => Promise<boolean>; readonly wrong: () => Failure },
): Promise<void> {
  const subject = context.vault.fingerprint('sign-in', 'subject', guess.subject);
  const address = context.vault.fingerprint('sign-in', 'address', networkOf(guess.address));
  await countBoth(tx, context, { subject, address });
  if (!(await guess.judge())) throw guess.wrong();
  await clearTries(tx, subject);
  await giveTriesBack(tx, [address]);
}

/** Both counts or neither: a refused try is not counted. The address comes first everywhere, so that no two wait for each other. */
async function countBoth(
  tx: Runner,
  { world }: Context,
  { subject, address }: { readonly subject: Buffer; readonly address: Buffer },
): Promise<void> {
  const at = world.now();
  const windowStart = new Date(at.getTime() - WINDOW_MS);
  refuseBeyond(PER_ADDRESS_MAX, await countTry(tx, { subject: address, at, windowStart }), at);
  refuseBeyond(PER_SUBJECT_MAX, await countTry(tx, { subject, at, windowStart }), at);
}

function refuseBeyond(triesMax: number, { tries, started_at }: Counted, at: Date): void {
  if (tries <= triesMax) return;
  const waitMs = started_at.getTime() + WINDOW_MS - at.getTime();
  throw new Failure(
    'RATE_LIMITED',
    'Too many wrong tries to sign in. Wait as long as Retry-After says and try again.',
    { retryAfterSeconds: waitMs / 1_000 },
  );
}

/** One visitor's addresses as one: an IPv4 address, or the half of an IPv6 address that its network gave out. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
