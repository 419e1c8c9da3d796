import { expect, test } from 'vitest';
import { readRange } from './read-range.ts';

const now = new Date('2026-11-21T23:30:00Z');

test('a day begins at midnight where the merchant lives', () => {
  expect(
    readRange({ from: '2026-11-20', to: '2026-11-20' }, { timeZone: 'Africa/Freetown', now }),
  ).toMatchObject({ from: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-21T00:00:00Z') });
  expect(
    readRange({ from: '2026-11-20', to: '2026-11-20' }, { timeZone: 'Africa/Nairobi', now }),
  ).toMatchObject({ from: new Date('2026-11-19T21:00:00Z'), until: new Date('2026-11-20T21:00:00Z') });
  // The clock went back in this night: the day has 25 hours.
  expect(
    readRange({ from: '2026-10-25', to: '2026-10-25' }, { timeZone: 'Europe/Berlin', now }),
  ).toMatchObject({ from: new Date('2026-10-24T22:00:00Z'), until: new Date('2026-10-25T23:00:00Z') });
});

test('without days it is the last thirty, today included', () => {
  expect(readRange({}, { timeZone: 'Africa/Freetown', now })).toMatchObject({
    from: new Date('2026-10-23T00:00:00Z'),
    until: new Date('2026-11-22T00:00:00Z'),
  });
  expect(readRange({}, { timeZone: 'Africa/Nairobi', now }).until, 'where it is tomorrow already').toEqual(
    new Date('2026-11-22T21:00:00Z'),
  );
});

test('it has 1 to 93 days that exist', () => {
  const refusal = (query: object) => {
    try {
      return readRange(query, { timeZone: 'UTC', now });
    } catch (error) {
      return (error as { details: { fields: { path: string }[] } }).details.fields[0]?.path;
    }
  };
  expect(readRange({ from: '2026-08-21', to: '2026-11-21' }, { timeZone: 'UTC', now }).from).toEqual(
    new Date('2026-08-21T00:00:00Z'),
  );
  expect(refusal({ from: '2026-08-20', to: '2026-11-21' })).toBe('from');
  expect(refusal({ from: '2026-11-22', to: '2026-11-21' })).toBe('to');
  expect(refusal({ to: '2026-02-30' })).toBe('to');
  expect(refusal({ from: '0000-01-01' })).toBe('from');
});
