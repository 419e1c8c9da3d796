import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRetrySchedule } from '../fan-out/retry-schedule.ts';
import { judgeAttempt, type AttemptToJudge } from './judge-attempt.ts';

const now = new Date('2026-01-01T00:00:00Z');
const judge = (
  more: {
    readonly trigger?: string;
    readonly tries?: number;
    readonly gone?: boolean;
    readonly status?: number | null;
    readonly retryAfter?: string;
  } = {},
) =>
  judgeAttempt({
    row: { trigger: more.trigger ?? 'auto', tries: more.tries ?? 0, gone: more.gone ?? true },
    result: {
      status: more.status === undefined ? 500 : more.status,
      headers: more.retryAfter ? { 'retry-after': more.retryAfter } : {},
    },
    rule: '200',
    schedule: defaultRetrySchedule,
    now: () => now,
    chance: () => 0.5,
  });
const inMs = (date: Date | null): number => (date?.getTime() ?? 0) - now.getTime();

describe('an attempt ends a delivery', () => {
  test('when it succeeds, whoever asked for it', () => {
    for (const trigger of ['auto', 'manual', 'test'])
      expect(judge({ trigger, status: 200 })).toMatchObject({
        status: 'succeeded',
        reason: '',
        nextAt: null,
      });
  });

  test('when it was the last of four', () => {
    expect([0, 1, 2, 3].map((tries) => judge({ tries }).status)).toEqual([
      'pending',
      'pending',
      'pending',
      'failed',
    ]);
    expect([0, 1, 2].map((tries) => inMs(judge({ tries }).nextAt))).toEqual([10_000, 300_000, 9_000_000]);
    expect(judge({ tries: 3 }).reason).toBe('attempts_exhausted');
  });

  test('when it was a test, or asked for by hand after all automatic ones', () => {
    expect(judge({ trigger: 'test' })).toMatchObject({ status: 'failed', reason: 'test_failed' });
    expect(judge({ trigger: 'manual', tries: 4 })).toMatchObject({
      status: 'failed',
      reason: 'redelivery_failed',
    });
  });
});

test('one asked for by hand uses up no automatic attempt', () => {
  expect(judge({ trigger: 'manual', tries: 1 })).toMatchObject({ status: 'pending', tries: 1 });
  expect(inMs(judge({ trigger: 'manual', tries: 2 }).nextAt)).toBe(300_000);
});

test('an endpoint is gone only as long as every attempt says so', () => {
  expect([
    judge({ status: 410 }).gone,
    judge({ status: 410, gone: false }).gone,
    judge({ status: 404 }).gone,
    judge({ status: null }).gone,
  ]).toEqual([true, false, false, false]);
});

test('whatever is answered, there are at most four attempts and each wait is within its bounds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 201, max: 599 })), {
        minLength: 6,
        maxLength: 6,
      }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.option(fc.nat(100_000)),
      (statuses, chance, retryAfter) => {
        let row: AttemptToJudge['row'] = { trigger: 'auto', tries: 0, gone: true };
        let attempts = 0;
        for (const status of statuses) {
          attempts += 1;
          const judged = judgeAttempt({
            row,
            result: { status, headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) } },
            rule: '200',
            schedule: defaultRetrySchedule,
            now: () => now,
            chance: () => chance,
          });
          if (judged.status !== 'pending') break;
          const plainMs = [10_000, 300_000, 9_000_000][row.tries] ?? 0;
          expect(inMs(judged.nextAt)).toBeGreaterThanOrEqual(plainMs * 0.8 - 1);
          expect(inMs(judged.nextAt)).toBeLessThanOrEqual(plainMs * 2.4 + 1);
          row = { ...row, tries: judged.tries, gone: judged.gone };
        }
        expect(attempts).toBe(4);
      },
    ),
  );
});
