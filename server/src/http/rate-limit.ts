import { isWrite, type Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';

export type Allowance = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
};

export type RateLimiter = {
  /** Takes one token from the bucket; `perSecond` refills it, up to twice that. */
  readonly take: (bucket: string, perSecond: number) => Allowance;
  /** What `take` would say, without taking. */
  readonly look: (bucket: string, perSecond: number) => Allowance;
  /** What this node has admitted per bucket since it started, for the buckets used lately. */
  readonly usage: () => ReadonlyMap<string, number>;
  /** Takes away what other nodes have admitted. */
  readonly debit: (bucket: string, tokens: number) => void;
};

type Bucket = { tokens: number; refilledMs: number; perSecond: number; used: number };

const BURST_SECONDS = 2;
const DEBT_SECONDS = 30;
/** With more than so many, those that are full again are forgotten too, at most once in `CROWDED_EVERY_MS`. */
const BUCKETS_MAX = 100_000;
const CROWDED_EVERY_MS = 1_000;
/** A bucket that was idle for longer counts anew what it admits: other nodes forget it some time after. */
const IDLE_MS = 60_000;

/** Token buckets in memory: a full bucket is the same as none, so idle ones are forgotten. */
export function createRateLimiter(monotonicMs: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();
  let sweptMs = monotonicMs();

  /** Looks at every bucket, so it is never done for each of a crowd of names. */
  function sweep(now: number): void {
    const isCrowded = buckets.size > BUCKETS_MAX;
    if (now - sweptMs < (isCrowded ? CROWDED_EVERY_MS : IDLE_MS)) return;
    sweptMs = now;
    for (const [name, bucket] of buckets)
      if (now - bucket.refilledMs > IDLE_MS || (isCrowded && isFull(bucket, now))) buckets.delete(name);
  }

  function bucketOf(name: string, perSecond: number): Bucket {
    const now = monotonicMs();
    sweep(now);
    const known = buckets.get(name);
    if (known !== undefined && now - known.refilledMs <= IDLE_MS) return refill(known, perSecond, now);
    const fresh = fullBucket(perSecond, now);
    buckets.set(name, fresh);
    return fresh;
  }

  return {
    take(name, perSecond) {
      const bucket = bucketOf(name, perSecond);
      const allowed = bucket.tokens >= 1;
      if (allowed) {
        bucket.tokens -= 1;
        bucket.used += 1;
      }
      return allowanceOf(bucket, allowed);
    },
    look(name, perSecond) {
      const now = monotonicMs();
      const known = buckets.get(name);
      const bucket = known ? refill(known, perSecond, now) : fullBucket(perSecond, now);
      return allowanceOf(bucket, bucket.tokens >= 1);
    },
    usage: () => new Map([...buckets].map(([name, bucket]) => [name, bucket.used])),
    debit(name, tokens) {
      const bucket = buckets.get(name);
      // Half a minute's debt: with less, three nodes together admit more than the limit; with more, one burst elsewhere stops this node for long.
      if (bucket) bucket.tokens = Math.max(-DEBT_SECONDS * bucket.perSecond, bucket.tokens - tokens);
    },
  };
}

function fullBucket(perSecond: number, now: number): Bucket {
  return { tokens: perSecond * BURST_SECONDS, refilledMs: now, perSecond, used: 0 };
}

function refill(bucket: Bucket, perSecond: number, now: number): Bucket {
  bucket.tokens = Math.min(perSecond * BURST_SECONDS, tokensAt(bucket, { perSecond, now }));
  bucket.refilledMs = now;
  bucket.perSecond = perSecond;
  return bucket;
}

function tokensAt(
  { tokens, refilledMs }: Bucket,
  { perSecond, now }: { readonly perSecond: number; readonly now: number },
): number {
  return tokens + ((now - refilledMs) / 1_000) * perSecond;
}

function isFull(bucket: Bucket, now: number): boolean {
  const { perSecond } = bucket;
  return tokensAt(bucket, { perSecond, now }) >= perSecond * BURST_SECONDS;
}

function allowanceOf({ tokens, perSecond }: Bucket, allowed: boolean): Allowance {
  const limit = perSecond * BURST_SECONDS;
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.ceil((limit - tokens) / perSecond),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}

/** Whose requests are counted together, and how many reads and writes a second it may send. */
type Pace = {
  readonly owner: string;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  /** How a refusal names it: `with this key`. */ readonly sentWith: string;
};

type Turn = {
  /** Tells what is left without taking any of it. */
  readonly look: () => void;
  /** Takes one request from what is left, or refuses. */
  readonly take: () => void;
};

/** The rate of one caller, told in the headers of every answer. */
export function turnOf(
  limiter: RateLimiter,
  reply: FastifyReply,
  { operation, pace }: { readonly operation: Operation; readonly pace: Pace },
): Turn {
  const write = isWrite(operation);
  const perSecond = write ? pace.writesPerSecond : pace.readsPerSecond;
  const bucket = `${pace.owner}:${write ? 'write' : 'read'}`;
  return {
    look: () => tellAllowance(reply, limiter.look(bucket, perSecond)),
    take() {
      const allowance = limiter.take(bucket, perSecond);
      tellAllowance(reply, allowance);
      if (allowance.allowed) return;
      throw new Failure(
        'RATE_LIMITED',
        `More than ${perSecond} ${write ? 'writes' : 'reads'} a second were sent ${pace.sentWith}. Slow down and try again.`,
        { retryAfterSeconds: allowance.retryAfterSeconds },
      );
    },
  };
}

/** What is left, in the headers of an answer. */
export function tellAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance): void {
  reply
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', resetSeconds);
}
