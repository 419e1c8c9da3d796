import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { periodDay, type Schedule } from './period-day.ts';

const days = (
  schedule: Partial<Schedule> & Pick<Schedule, 'frequency' | 'startDate'>,
  count = 6,
): readonly (string | null)[] =>
  Array.from({ length: count }, (_, period) =>
    periodDay({ step: 1, endDate: null, dayOfMonth: null, ...schedule }, period),
  );

describe('the days on which somebody is billed', () => {
  test('the last day of each month, whatever its length', () => {
    expect(days({ frequency: 'monthly', startDate: '2027-12-31' })).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ]);
    expect(days({ frequency: 'monthly', startDate: '2026-11-30', dayOfMonth: 31 }, 4)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
  });

  test('the first day of the month that is not before the start', () => {
    expect(days({ frequency: 'monthly', startDate: '2026-01-20', dayOfMonth: 15, step: 3 }, 3)).toEqual([
      '2026-02-15',
      '2026-05-15',
      '2026-08-15',
    ]);
    expect(days({ frequency: 'monthly', startDate: '2026-01-15', dayOfMonth: 15 }, 2)).toEqual([
      '2026-01-15',
      '2026-02-15',
    ]);
  });

  test('the 29th of February, and the 28th where there is none', () => {
    expect(days({ frequency: 'yearly', startDate: '2024-02-29' }, 5)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ]);
  });

  test('every day and every second week, over the ends of months and years', () => {
    expect(days({ frequency: 'daily', startDate: '2028-02-27' }, 4)).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(days({ frequency: 'weekly', step: 2, startDate: '2026-12-24' }, 3)).toEqual([
      '2026-12-24',
      '2027-01-07',
      '2027-01-21',
    ]);
  });

  test('none after the end, on which there still is one', () => {
    expect(days({ frequency: 'monthly', startDate: '2026-01-31', endDate: '2026-03-31' }, 4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      null,
    ]);
  });
});

const schedules = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
  step: fc.integer({ min: 1, max: 30 }),
  start: fc
    .integer({ min: 0, max: 36_000 })
    .map((count) => Temporal.PlainDate.from('2000-01-01').add({ days: count })),
  dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
});

/** The same by the calendar of another implementation. */
function dayByTemporal(
  {
    frequency,
    step,
    start,
    dayOfMonth,
  }: {
    readonly frequency: Schedule['frequency'];
    readonly step: number;
    readonly start: Temporal.PlainDate;
    readonly dayOfMonth: number | null;
  },
  period: number,
): string {
  if (frequency === 'daily') return start.add({ days: period * step }).toString();
  if (frequency === 'weekly') return start.add({ weeks: period * step }).toString();
  if (frequency === 'yearly')
    return start.add({ years: period * step }, { overflow: 'constrain' }).toString();
  if (dayOfMonth === null) return start.add({ months: period * step }, { overflow: 'constrain' }).toString();
  const inMonth = (months: number): Temporal.PlainDate =>
    start.with({ day: 1 }).add({ months }).with({ day: dayOfMonth }, { overflow: 'constrain' });
  const first = Temporal.PlainDate.compare(inMonth(0), start) < 0 ? 1 : 0;
  return inMonth(first + period * step).toString();
}

test('every day is the one that another calendar names, and they rise', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 60 }), ({ start, ...schedule }, period) => {
      const own = { ...schedule, startDate: start.toString(), endDate: null };
      const day = periodDay(own, period);
      const expected = dayByTemporal({ ...schedule, start }, period);
      expect(day).toBe(Number(expected.slice(0, 4)) > 2199 ? null : expected);
      const next = periodDay(own, period + 1);
      if (day !== null && next !== null) expect(next > day && day >= own.startDate).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
