import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoment } from './format.ts';

const ZONES = [
  'Africa/Freetown',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];

/** What Intl itself says of a moment. */
function asIntl(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const { day, month, year, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${day} ${month} ${year}, ${hour}:${minute}`;
}

test('a moment is what Intl says of it, in any zone at any time, also around changes of clocks', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.date({ min: new Date('1975-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (timeZone, at) => {
        expect(formatMoment(at, timeZone)).toBe(asIntl(at, timeZone));
      },
    ),
    { numRuns: 300 },
  );
  for (const changes of [
    '2026-03-29T01:00:00Z',
    '2026-10-25T01:00:00Z',
    '2026-04-04T15:00:00Z',
    '2026-10-03T15:30:00Z',
  ])
    for (const offMs of [-900_001, -1, 0, 1, 899_999, 900_000])
      for (const timeZone of ZONES) {
        const at = new Date(Date.parse(changes) + offMs);
        expect(formatMoment(at, timeZone)).toBe(asIntl(at, timeZone));
      }
});
