import type { OutgoingResult } from '../../../kernel/running/world.ts';
import { isSuccess, type SuccessRule } from './hint-attempt.ts';
import { parseRetryAfter } from './parse-retry-after.ts';
import { retrySchedule, triesMax, type RetrySchedule } from '../fan-out/retry-schedule.ts';
import type { Claimed } from './claim.queries.ts';

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
