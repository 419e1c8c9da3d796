import { isWrite, type Operation } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/** Whose requests are counted together, and how many reads and writes a second it may send. */
export type Pace = {
  readonly owner: string;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  /** How a refusal names it: `with this key`. */ readonly sentWith: string;
};

export type Turn = {
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
