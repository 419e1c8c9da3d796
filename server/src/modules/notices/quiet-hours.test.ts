import { expect, test } from 'vitest';
import { untilQuietEnds } from './quiet-hours.ts';

const night = { from: 22 * 60, to: 7 * 60 };
const at = (time: string): Date => new Date(`2026-11-21T${time}:30.000Z`);

test.each([
  ['21:59', null],
  ['22:00', '2026-11-22T07:00:00.000Z'],
  ['23:59', '2026-11-22T07:00:00.000Z'],
  ['00:00', '2026-11-21T07:00:00.000Z'],
  ['06:59', '2026-11-21T07:00:00.000Z'],
  ['07:00', null],
])('a night from 22 to 7 is over for %s at %s', (time, ends) => {
  expect(untilQuietEnds(at(time), night, 'Africa/Freetown')?.toISOString() ?? null).toBe(ends);
});

test('quiet hours of a day, where the merchant is, or none at all', () => {
  const noon = { from: 12 * 60, to: 14 * 60 };
  expect(untilQuietEnds(at('11:30'), noon, 'Africa/Lagos')?.toISOString()).toBe('2026-11-21T13:00:00.000Z');
  expect(untilQuietEnds(at('14:30'), noon, 'Africa/Lagos')).toBeNull();
  expect(untilQuietEnds(at('11:30'), null, 'Africa/Lagos')).toBeNull();
});
