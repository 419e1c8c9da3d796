import type { OutgoingResult } from '../../../kernel/running/world.ts';
import { retrySchedule, type RetrySchedule, triesMax } from '../fan-out/retry-schedule.ts';
import type { Claimed } from './claim.queries.ts';
import { isSuccess, type SuccessRule } from './hint-attempt.ts';

export type Judged = {
  /** 'pending' where another attempt follows at `nextAt`. */
  readonly status: 'succeeded' | 'failed' | 'pending';
  readonly reason: string;
  readonly nextAt: Date | null;
  readonly tries: number;
  /** Whether every attempt that counts was answered 410. */
  readonly gone: boolean;
};

export type AttemptToJudge = {
  readonly row: Pick<Claimed, 'trigger' | 'tries' | 'gone'>;
  readonly result: Pick<OutgoingResult, 'status' | 'headers'>;
  readonly rule: SuccessRule;
  readonly schedule: RetrySchedule;
  /** When the attempt ended. */
  readonly now: () => Date;
  /** Uniform in [0, 1). */
  readonly chance: () => number;
};

/** What an attempt's end means for its delivery: done, given up, or tried again, and when. */
export function judgeAttempt({ row, result, rule, schedule, now, chance }: AttemptToJudge): Judged {
  const automatic = row.trigger !== 'manual' && row.trigger !== 'recovery';
  const tries = row.tries + (automatic ? 1 : 0);
  const gone = row.gone && result.status === 410;
  if (isSuccess(result.status, rule)) return { status: 'succeeded', reason: '', nextAt: null, tries, gone };
  if (row.trigger === 'test') return { status: 'failed', reason: 'test_failed', nextAt: null, tries, gone };
  if (!automatic && tries >= triesMax)
    return { status: 'failed', reason: 'redelivery_failed', nextAt: null, tries, gone };
  const at = now();
  const delayMs = retrySchedule(
    {
      attempt: Math.max(1, tries),
      chance: chance(),
      retryAfterMs: parseRetryAfter(result.headers['retry-after'], at),
    },
    schedule,
  );
  if (delayMs === null) return { status: 'failed', reason: 'attempts_exhausted', nextAt: null, tries, gone };
  return { status: 'pending', reason: '', nextAt: new Date(at.getTime() + delayMs), tries, gone };
}

/** Milliseconds that a `Retry-After` header asks to wait, from seconds or an HTTP date (RFC 9110, 10.2.3); null when absent, past or unreadable. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!httpDate.test(text)) return null;
  const waitMs = Date.parse(text) - now.getTime();
  return waitMs > 0 ? waitMs : null;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`: the one form that senders may still write. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
