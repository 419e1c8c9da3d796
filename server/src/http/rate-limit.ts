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
const BUCKETS_MAX = 100_000;
const IDLE_MS = 60_000;

/** Token buckets in memory: a full bucket is the same as none, so idle ones are forgotten. */
export function createRateLimiter(monotonicMs: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();
  let sweptMs = monotonicMs();

  function refilled(name: string, perSecond: number): Bucket {
    const now = monotonicMs();
    if (now - sweptMs > IDLE_MS || buckets.size > BUCKETS_MAX) {
      for (const [key, bucket] of buckets) if (now - bucket.refilledMs > IDLE_MS) buckets.delete(key);
      sweptMs = now;
    }
    const bucket = buckets.get(name) ?? {
      tokens: perSecond * BURST_SECONDS,
      refilledMs: now,
      perSecond,
      used: 0,
    };
    buckets.set(name, bucket);
    bucket.tokens = Math.min(
      perSecond * BURST_SECONDS,
      bucket.tokens + ((now - bucket.refilledMs) / 1_000) * perSecond,
    );
    bucket.refilledMs = now;
    bucket.perSecond = perSecond;
    return bucket;
  }

  return {
    take(name, perSecond) {
      const bucket = refilled(name, perSecond);
      const allowed = bucket.tokens >= 1;
      if (allowed) {
        bucket.tokens -= 1;
        bucket.used += 1;
      }
      return allowanceOf(bucket, allowed);
    },
    look(name, perSecond) {
      const bucket = refilled(name, perSecond);
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
