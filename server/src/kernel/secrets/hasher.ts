import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../call/failure.ts';

/** Slow hashes for secrets that people remember. */
export type Hasher = {
  /** `owner`: who asks, where that is known and may ask as often as it likes. */
  readonly hash: (secret: string, owner?: string | null) => Promise<string>;
  /** Whether a secret is the one behind a hash; without a hash it takes the same time and is false. */
  readonly matches: (secret: string, hash: string | null, owner?: string | null) => Promise<boolean>;
  /** Does another slow reckoning of the same threads in the same line. */
  readonly inTurn: <T>(owner: string | null, work: () => Promise<T>) => Promise<T>;
};

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const COST = Object.freeze({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const SALT_BYTES = 16;
/** Each takes 19 MiB and a thread of the pool that also serves files and names. */
const AT_ONCE_MAX = 4;
const WAITING_MAX = 32;
/** Of both, for one owner: a shop that gives out PINs without end leaves room for who signs in elsewhere. */
const OWN_MAX = 12;
/** Costs as much to compare with as any, and belongs to no secret. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$Tm9ib2R5J3Mgc2FsdC4uLg$qUGdQ1PCE5V2kmQyMSFZDqYdqCkYVq5yC0dM8mP1e3A`;

/** Hashes a few at once, lets some wait, and refuses the rest: guessing must not take the memory of those who work. */
export function createHasher(randomBytes: (length: number) => Buffer): Hasher {
  const waiting: (() => void)[] = [];
  const owned = new Map<string, number>();
  let running = 0;

  async function inTurn<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
    if (owner === null) return inLine(work);
    const before = owned.get(owner) ?? 0;
    if (before >= OWN_MAX)
      throw new Failure(
        'RATE_LIMITED',
        `More than ${OWN_MAX} passwords or PINs came from you at once. Wait for the answers and try again.`,
        { retryAfterSeconds: 1 },
      );
    owned.set(owner, before + 1);
    try {
      return await inLine(work);
    } finally {
      const left = (owned.get(owner) ?? 0) - 1;
      if (left > 0) owned.set(owner, left);
      else owned.delete(owner);
    }
  }

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX)
        throw new Failure(
          'SERVICE_UNAVAILABLE',
          'Too many people sign in at this moment. Send the same request again in a second.',
          { retryAfterSeconds: 1 },
        );
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Who waits takes the place over, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    inTurn,
    hash: (secret, owner = null) =>
      inTurn(owner, () => hash(secret, { ...COST, salt: randomBytes(SALT_BYTES) })),
    matches: (secret, known, owner = null) =>
      inTurn(owner, async () => (await verify(known ?? NOBODYS, secret)) && known !== null),
  };
}
