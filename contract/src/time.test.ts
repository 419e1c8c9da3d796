import { array, assert, date, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatOptionalTime, formatTime } from './time.ts';

test('a time goes out in UTC with milliseconds', () => {
  expect(formatTime(new Date(1_767_225_600_007))).toBe('2026-01-01T00:00:00.007Z');
  expect(formatOptionalTime(null)).toBeNull();
});

test('every moment is written as the language writes it, whichever came before', () => {
  const moments = date({ noInvalidDate: true });
  const steps = array(integer({ min: -90_000_000, max: 90_000_000 }));
  assert(
    property(moments, steps, (first, later) => {
      for (const ms of [0, ...later]) {
        const moment = new Date(Math.min(8.64e15, Math.max(-8.64e15, first.getTime() + ms)));
        expect(formatTime(moment)).toBe(moment.toISOString());
      }
    }),
    { numRuns: 2_000 },
  );
});

test('what is no moment is not written', () => {
  formatTime(new Date(0));
  expect(() => formatTime(new Date(Number.NaN))).toThrow(RangeError);
  expect(formatTime(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
});
