import type { Context } from '../../kernel/call/context.ts';
import { Failure, type FailureOptions } from '../../kernel/call/failure.ts';
import { networkOf } from '../../kernel/web/network-of.ts';
import type { Runner } from '../../store/index.ts';
import {
  clearTries,
  countTry,
  giveTriesBack,
  knowNetwork,
  knowsNetwork,
  type Counted,
} from './sign-in-tries.queries.ts';

export const WINDOW_MS = 15 * 60_000;
const PER_SUBJECT_MAX = 5;
/** A whole office, and a whole mobile network, may share an address. */
const PER_ADDRESS_MAX = 30;
/** From where somebody has signed in, strangers who share the address are no reason to refuse that one. */
const PER_KNOWN_ADDRESS_MAX = 300;
/** How long a place from where somebody has signed in is known. */
const KNOWN_MS = 30 * 24 * 60 * 60_000;

/** Whose secret is tried (a phone, an e-mail address) and from where. */
type Guess = {
  readonly subject: string;
  readonly address: string;
  /** Several may have this subject, each with a secret of the own: knowing one's own must not clear the guesses at another's. */
  readonly shared?: boolean;
  /** Refuses a wrong guess, by how many more there may be; else a wrong one is null. */
  readonly wrong?: (triesLeft: number) => Failure;
};

/**
 * Judges one guess at a secret, and counts it before: of guesses sent at once, only as many are judged as may be wrong.
 * A right one clears its subject's count, or where the subject is shared only takes itself back; null is a wrong one.
 * What could not be judged does not count. From a place where somebody has signed in lately the tries at that one are
 * counted apart: so no stranger elsewhere can keep anybody from signing in where that one always does.
 */
export async function throttled<T>(
  context: Context,
  guess: Guess,
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const { store, world } = context;
  const known = context.vault.fingerprint('sign-in', 'known', `${guess.subject} ${networkOf(guess.address)}`);
  const { subjects, triesLeft } = await store.system.transaction(async (tx) => {
    const isKnown = !guess.shared && (await knowsNetwork(tx, known, world.systemNow()));
    const counted = subjectsOf(context, guess, isKnown);
    const addressMax = isKnown ? PER_KNOWN_ADDRESS_MAX : PER_ADDRESS_MAX;
    return { subjects: counted, triesLeft: await countBoth(tx, context, { ...counted, addressMax }) };
  });
  const judged = await judge().catch(async (error: unknown) => {
    await giveTriesBack(store.system, [subjects.subject, subjects.address]);
    throw error;
  });
  if (judged === null && guess.wrong) throw guess.wrong(triesLeft);
  if (judged === null) return null;
  await forgive(store.system, guess, subjects);
  if (!guess.shared) await knowNetwork(store.system, known, new Date(world.systemNow().getTime() + KNOWN_MS));
  return judged;
}

type Subjects = { readonly subject: Buffer; readonly address: Buffer };

/** Under which names a guess is counted. */
function subjectsOf(
  { vault }: Pick<Context, 'vault'>,
  guess: Pick<Guess, 'subject' | 'address'>,
  isKnown = false,
): Subjects {
  const network = networkOf(guess.address);
  return {
    subject: vault.fingerprint(
      'sign-in',
      'subject',
      isKnown ? `${guess.subject} from ${network}` : guess.subject,
    ),
    address: vault.fingerprint('sign-in', 'address', isKnown ? `known ${network}` : network),
  };
}

/** The same within the transaction of what a right guess brings about: `wrong` commits the count, any other refusal undoes it. */
export async function throttledWithin(
  tx: Runner,
  context: Context,
  guess: Guess & {
    readonly judge: () => Promise<boolean>;
    readonly wrong: (triesLeft: number) => Failure;
  },
): Promise<void> {
  const subjects = subjectsOf(context, guess);
  const triesLeft = await countBoth(tx, context, subjects);
  if (!(await guess.judge())) throw guess.wrong(triesLeft);
  await forgive(tx, guess, subjects);
}

/** Counts what is not judged at all, and so no more often than may be guessed wrong. */
export async function throttledAlways(context: Context, guess: Guess): Promise<void> {
  await context.store.system.transaction((tx) => countBoth(tx, context, subjectsOf(context, guess)));
}

/** Within the window: letters to one address, and letters that one merchant's people send. */
const LETTERS_TO_ONE_MAX = 3;
const LETTERS_OF_ONE_MAX = 50;

/** Whether a merchant may have somebody written to once more: nobody sends spam in the platform's name. Both are counted. */
export async function mayWrite(
  tx: Runner,
  { vault, world }: Context,
  { to, merchantId }: { readonly to: string; readonly merchantId: string },
): Promise<boolean> {
  const at = world.systemNow();
  const windowStart = new Date(at.getTime() - WINDOW_MS);
  const count = (name: string) =>
    countTry(tx, { subject: vault.fingerprint('sign-in', 'letter', name), at, windowStart });
  const ofMerchant = await count(`of ${merchantId}`);
  const toThem = await count(`to ${to}`);
  return ofMerchant.tries <= LETTERS_OF_ONE_MAX && toThem.tries <= LETTERS_TO_ONE_MAX;
}

/** What is done from one place without naming anybody; as often as may be guessed wrong from there. */
type DoneFrom = { readonly what: string; readonly address: string };

export async function throttledHere(context: Context, done: DoneFrom): Promise<void> {
  const at = context.world.systemNow();
  const windowStart = new Date(at.getTime() - WINDOW_MS);
  const subject = subjectHere(context, done);
  const counted = await countTry(context.store.system, { subject, at, windowStart });
  refuseBeyond(PER_ADDRESS_MAX, counted, at);
}

/** Takes back what turned out to be somebody's own. */
export async function forgiveHere(context: Context, done: DoneFrom): Promise<void> {
  await giveTriesBack(context.store.system, [subjectHere(context, done)]);
}

function subjectHere({ vault }: Context, { what, address }: DoneFrom): Buffer {
  return vault.fingerprint('sign-in', 'address', `${what} ${networkOf(address)}`);
}

async function forgive(runner: Runner, { shared }: Guess, { subject, address }: Subjects): Promise<void> {
  if (!shared) await clearTries(runner, subject);
  await giveTriesBack(runner, shared ? [subject, address] : [address]);
}

/** Tells how many more tries there may be. Both counts or neither: a refused try is not counted. The address comes first everywhere, so that no two wait for each other. */
async function countBoth(
  tx: Runner,
  { world }: Context,
  { subject, address, addressMax = PER_ADDRESS_MAX }: Subjects & { readonly addressMax?: number },
): Promise<number> {
  const at = world.systemNow();
  const windowStart = new Date(at.getTime() - WINDOW_MS);
  const fromThere = await countTry(tx, { subject: address, at, windowStart });
  refuseBeyond(addressMax, fromThere, at);
  const atThis = await countTry(tx, { subject, at, windowStart });
  refuseBeyond(PER_SUBJECT_MAX, atThis, at);
  return Math.min(addressMax - fromThere.tries, PER_SUBJECT_MAX - atThis.tries);
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

/** The one message for phone and PIN that open nothing: it tells nothing about which is wrong, or whether anybody has the phone. */
export function wrongPin(options: FailureOptions = {}): Failure {
  return new Failure(
    'INVALID_CREDENTIALS',
    'The phone and the PIN do not belong together. Check both; a dispatcher can set a new PIN.',
    options,
  );
}

/** The one message for an e-mail address and a password that open nothing. */
export function wrongPassword(options: FailureOptions = {}): Failure {
  return new Failure(
    'INVALID_CREDENTIALS',
    'The e-mail address and the password do not belong together. Check both; an operator of the platform can set a new password.',
    options,
  );
}
