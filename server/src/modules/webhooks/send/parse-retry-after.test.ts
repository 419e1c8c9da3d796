import { expect, test } from 'vitest';
import { parseRetryAfter } from './judge-attempt.ts';

const now = new Date('2026-01-01T00:00:00Z');

test('a receiver asks for a wait in seconds or by a date', () => {
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter(' 0 ', now)).toBe(0);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
});

test.each([
  undefined,
  '',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '99999999999999',
  '2026-01-01',
  'Wed, 31 Dec 2025 23:59:59 GMT',
  'Thu, 01 Xxx 2026 00:01:00 GMT',
])('%s asks for nothing', (value) => expect(parseRetryAfter(value, now)).toBeNull());
