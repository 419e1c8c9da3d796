import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeLinkToken } from './link-token.ts';

const HOUR_MS = 3_600_000;

const at = (hours: number): string =>
  makeLinkToken({ systemNow: () => new Date(hours * HOUR_MS + 1_234), randomBytes });

test('tokens of one hour begin alike, and none comes twice', () => {
  const tokens = new Set(Array.from({ length: 20_000 }, () => at(497_000)));
  expect(tokens.size).toBe(20_000);
  expect(new Set(Array.from(tokens, (token) => token.slice(0, 2)))).toEqual(
    new Set([at(497_000).slice(0, 2)]),
  );
  for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/);
});

test('each hour of seven years has a beginning of its own', () => {
  const beginnings = new Set<number>();
  for (let hour = 0; hour < 65_536; hour += 1)
    beginnings.add(Buffer.from(at(460_000 + hour), 'base64url').readUInt16BE());
  expect(beginnings.size).toBe(65_536);
});

test('whatever stands behind the hour is of chance alone', () => {
  const ones = Array.from({ length: 112 }, () => 0);
  for (let made = 0; made < 2_000; made += 1) {
    const bytes = Buffer.from(at(497_000), 'base64url').subarray(2);
    for (const bit of ones.keys()) ones[bit] = (ones[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  }
  // Seven times as far from a half as one expects of chance, for any of 112 bits.
  for (const count of ones) expect(Math.abs(count - 1_000)).toBeLessThan(160);
});
