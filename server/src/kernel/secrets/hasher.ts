import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../call/failure.ts';
import type { World } from '../running/world.ts';

/** Slow hashes for secrets that people remember. */
export type Hasher = {
  /** `owner`: who asks, where that is known; owners are served in turn. */
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
/** Who would wait longer is told so at once. */
const WAIT_MAX_MS = 5_000;
/** Until one was measured. */
const FIRST_TAKES_MS = 50;
/** How much the last one counts in what one takes. */
const LAST_WEIGHT = 0.2;
/** Of all of whom nothing is known yet. */
const NOBODY = '';
/** Costs as much to compare with as any, and belongs to no secret. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$Tm9ib2R5J3Mgc2FsdC4uLg$qUGdQ1PCE5V2kmQyMSFZDqYdqCkYVq5yC0dM8mP1e3A`;

/**
 * Hashes a few at once, lets wait whose turn comes within seconds, and refuses the rest: guessing must not take the
 * memory of those who work. Each owner has a line of its own, and the lines are served in turn.
 */
export function createHasher({
  randomBytes,
  monotonicMs,
}: Pick<World, 'randomBytes' | 'monotonicMs'>): Hasher {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let takesMs = FIRST_TAKES_MS;

  async function measured<T>(work: () => Promise<T>): Promise<T> {
    const begunMs = monotonicMs();
    const done = await work();
    takesMs += (monotonicMs() - begunMs - takesMs) * LAST_WEIGHT;
    return done;
  }

  /** Stands at the end of the owner's line, before whom as many of each other line are served. */
  async function stand(owner: string): Promise<void> {
    const line = lines.get(owner) ?? [];
    const place = line.length + 1;
    let before = place;
    for (const [other, { length }] of lines) if (other !== owner) before += Math.min(length, place);
    if ((before * takesMs) / AT_ONCE_MAX > WAIT_MAX_MS)
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'Too many people sign in at this moment. Send the same request again in a second.',
        { retryAfterSeconds: 1 },
      );
    await new Promise<void>((resolve) => {
      line.push(resolve);
      lines.set(owner, line);
    });
  }

  /** Who waits takes the place over, so that nobody slips in between; the line that was served is the last then. */
  function leave(): void {
    for (const [owner, line] of lines) {
      const next = line.shift();
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      next?.();
      return;
    }
    running -= 1;
  }

  async function inTurn<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE_MAX) await stand(owner ?? NOBODY);
    else running += 1;
    try {
      return await measured(work);
    } finally {
      leave();
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
