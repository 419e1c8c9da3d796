import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRetrySchedule, retrySchedule } from './retry-schedule.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const quiet = { chance: 0.5, retryAfterMs: null };

describe('a failed attempt is repeated', () => {
  test('after 10 s, 5 min and 2.5 h, and then no more', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => retrySchedule({ attempt, ...quiet }))).toEqual([
      10_000,
      300_000,
      9_000_000,
      null,
      null,
    ]);
  });

  test('never later than 6 h and jitter, however the schedule grows', () => {
    const steep = { ...defaultRetrySchedule, factor: 1_000 };
    expect(retrySchedule({ attempt: 3, ...quiet }, steep)).toBe(6 * 3_600_000);
  });

  test('within a fifth of the stated time', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), chance, (attempt, value) => {
        const plain = [10_000, 300_000, 9_000_000][attempt - 1] ?? 0;
        const delay = retrySchedule({ attempt, chance: value, retryAfterMs: null }) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(plain * 0.8);
        expect(delay).toBeLessThanOrEqual(plain * 1.2);
      }),
    );
  });

  test('later when the receiver asks for it, but at most twice as late, and never earlier', () => {
    expect(retrySchedule({ attempt: 1, chance: 0.5, retryAfterMs: 15_000 })).toBe(15_000);
    expect(retrySchedule({ attempt: 1, chance: 0.5, retryAfterMs: 3_600_000 })).toBe(20_000);
    expect(retrySchedule({ attempt: 1, chance: 0.5, retryAfterMs: 1_000 })).toBe(10_000);
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), chance, fc.nat(1e9), (attempt, value, retryAfterMs) => {
        const plain = retrySchedule({ attempt, chance: value, retryAfterMs: null }) ?? 0;
        const asked = retrySchedule({ attempt, chance: value, retryAfterMs }) ?? 0;
        expect(asked).toBeGreaterThanOrEqual(plain);
        expect(asked).toBeLessThanOrEqual(plain * 2 + 1);
      }),
    );
  });
});
