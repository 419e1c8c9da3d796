import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.123456789Z', '2026-01-31T09:30:00.123Z'],
  ['2026-01-31t09:30z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00.000Z'],
  ['2026-01-31T09:30:00-0530', '2026-01-31T15:00:00.000Z'],
])('%s says its offset', (text, expected) => {
  const result = parseTime(text, 'Asia/Tokyo');
  expect(result.ok && result.at.toISOString()).toBe(expected);
});

test.each([
  ['2026-01-31T09:30', 'Africa/Freetown', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31', 'Africa/Freetown', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31', 'Asia/Tokyo', '2026-01-30T15:00:00.000Z'],
  ['2026-07-01 12:00:00', 'Europe/London', '2026-07-01T11:00:00.000Z'],
  ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
])('%s is on the clock of %s', (text, timeZone, expected) => {
  const result = parseTime(text, timeZone);
  expect(result.ok && result.at.toISOString()).toBe(expected);
});

test.each([
  '',
  'tomorrow',
  '31/01/2026',
  '2026-02-30',
  '2026-13-01',
  '2026-01-31T24:30',
  '2026-01-31T09:61:00Z',
  '2026-01-31T09:30:00+99:00',
  '20260131',
  '1767225600',
  '2026-01-31T09:30:00Z[Africa/Freetown]',
  '+002026-01-31',
  `2026-01-31T09:30:00.${'1'.repeat(99)}Z`,
])('%j is no time', (text) => {
  expect(parseTime(text, 'Africa/Freetown')).toMatchObject({ ok: false });
});

test('every time that goes out can come in again', () => {
  const moment = fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (at) => {
      expect(parseTime(at.toISOString(), 'America/New_York')).toEqual({ ok: true, at });
    }),
  );
});
