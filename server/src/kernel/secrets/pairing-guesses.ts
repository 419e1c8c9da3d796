import { constraintOf, type Runner } from '../../store/index.ts';
import type { Context } from '../call/context.ts';
import { Failure } from '../call/failure.ts';
import { countGuess, giveGuessBack, type Guessing } from './pairing-codes.queries.ts';
import { networkOf } from '../web/network-of.ts';
import type { Tenant } from '../call/tenant.ts';

const WINDOW_MS = 10 * 60_000;
/** Wrong codes from one address in ten minutes. */
const FROM_ADDRESS_MAX = 5;
/** Wrong codes for one merchant in ten minutes, from wherever: a thousandth of a percent of all codes in a day. */
const OF_ALL_MAX = 100;
/** Wrong codes for all merchants together, by devices that do not know whose theirs is. */
const OF_ANY_MAX = 300;

/** Guesses at the pairing codes of one merchant's devices: every one is counted before it is judged, so that of many sent at once no more are judged than may be wrong. */
export type PairingGuesses = {
  /** In the transaction that judges it. */
  readonly count: (runner: Runner, tenant: Tenant) => Promise<void>;
  /** In the same transaction, where it was right. */
  readonly giveBack: (runner: Runner, tenant: Tenant) => Promise<void>;
  /** RATE_LIMITED where an error says that there was one too many; else the error. */
  readonly explain: (error: unknown) => unknown;
};

/** `kind` says of which devices. An address's network is kept as a fingerprint only. */
export function openPairingGuesses(
  { vault, world }: Pick<Context, 'vault' | 'world'>,
  { kind, address }: { readonly kind: 'scanner' | 'terminal' | 'any'; readonly address: string },
): PairingGuesses {
  const now = world.systemNow();
  const window = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);
  const from = vault
    .fingerprint(`${kind}-pairing`, 'address', networkOf(address))
    .toString('base64url')
    .slice(0, 22);
  // The address comes first everywhere, so that no two wait for each other.
  const limits: readonly (Guessing & { readonly max: number })[] = [
    { subject: `${kind}_pair:${from}`, window, max: FROM_ADDRESS_MAX },
    { subject: `${kind}_pair`, window, max: kind === 'any' ? OF_ANY_MAX : OF_ALL_MAX },
  ];
  return {
    async count(runner, tenant) {
      for (const guessing of limits) await countGuess(runner, tenant, guessing);
    },
    async giveBack(runner, tenant) {
      for (const guessing of limits) await giveGuessBack(runner, tenant, guessing);
    },
    explain: (error) => (constraintOf(error) === 'guess_failures_exhausted' ? tooMany(window, now) : error),
  };
}

function tooMany(window: Date, now: Date): Failure {
  const retryAfterSeconds = Math.ceil((window.getTime() + WINDOW_MS - now.getTime()) / 1_000);
  return new Failure(
    'RATE_LIMITED',
    'Too many wrong pairing codes were tried. Wait as long as Retry-After says, and ask for a new code.',
    { retryAfterSeconds },
  );
}
