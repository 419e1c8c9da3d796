import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../tools/clock.ts';
import { backoffMs } from './backoff.ts';
import { sha256 } from './sha256.ts';
import { judgeError } from './trouble.ts';
import { uuid7 } from './uuid7.ts';

test('the hash is the one that everybody else computes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(new TextEncoder().encode(text)).digest('hex'));
    }),
    { numRuns: 200 },
  );
});

test('ids bear their time, and sort by it', () => {
  const random = new Uint8Array(10).fill(255);
  const atMs = Date.parse('2026-11-23T08:00:00Z');
  const id = uuid7(atMs, random);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7fff-bfff-ffffffffffff$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(atMs);
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.nat(2 ** 40), (one, other) => {
      const [a, b] = [uuid7(one, random), uuid7(other, random)];
      expect(a < b).toBe(one < other);
    }),
  );
});

test('each wait is by chance below a bound that doubles up to a minute, after what the server asked for', () => {
  const most = [1, 2, 3, 4, 5, 6, 7, 8, 40].map((failures) =>
    backoffMs(failures, { retryAfterMs: null, random: () => 1 }),
  );
  expect(most).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(backoffMs(3, { retryAfterMs: 30_000, random: () => 0 })).toBe(30_000);
});

test('only an answer of the server with a code of its own is a refusal; a fault of the tool is none', () => {
  const kinds = (error: unknown) => {
    const judged = judgeError(error);
    return 'trouble' in judged ? judged.trouble.kind : judged.refusal.code;
  };
  expect(kinds(new TypeError('Failed to fetch'))).toBe('network');
  expect(kinds(new RangeError('a fault of ours'))).toBe('network');
  expect(kinds(null)).toBe('network');
  expect(kinds({ status: 404, code: 'INVALID_ANSWER' })).toBe('network');
  expect(kinds({ status: 401, code: 'UNAUTHORIZED' })).toBe('sign-in');
  expect(kinds({ status: 403, code: 'INSUFFICIENT_SCOPE' })).toBe('sign-in');
  expect(kinds({ status: 429, code: 'RATE_LIMITED' })).toBe('busy');
  expect(kinds({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' })).toBe('busy');
  expect(kinds({ status: 503, code: 'SERVICE_UNAVAILABLE' })).toBe('busy');
  expect(kinds(new DOMException('', 'QuotaExceededError'))).toBe('storage');
  // An operation that an older server lacks is no refusal of what was done; a thing that is not there is.
  expect(kinds({ status: 404, code: 'NOT_FOUND' })).toBe('busy');
  expect(kinds({ status: 405, code: 'METHOD_NOT_ALLOWED' })).toBe('busy');
  expect(kinds({ status: 404, code: 'DELIVERY_NOT_FOUND' })).toBe('DELIVERY_NOT_FOUND');
  expect(kinds({ status: 422, code: 'VALIDATION_FAILED' })).toBe('VALIDATION_FAILED');
});

const DAY_MS = 86_400_000;

test('a device whose clock is a day off has the time of the server from the first answer on, also when it is opened anew', () => {
  for (const offMs of [-DAY_MS, DAY_MS]) {
    const time = { steady: 0 };
    const start = Date.parse('2026-11-23T08:00:00Z');
    const source = { wallMs: () => start + offMs + time.steady, steadyMs: () => time.steady };
    const clock = createClock(0, source);
    clock.hear(new Date(start).toUTCString(), 200);
    time.steady += 60_000;
    expect(Math.abs(clock.nowMs() - (start + 60_000))).toBeLessThan(1_000);
    const anew = createClock(clock.offsetMs(), source);
    expect(Math.abs(anew.nowMs() - (start + 60_000))).toBeLessThan(1_000);
  }
});

test('a clock that was right stays, what took too long or is no date says nothing, and one set back is carried on', () => {
  const start = Date.parse('2026-11-23T08:00:00Z');
  const time = { steady: 0, set: 0 };
  const clock = createClock(0, {
    wallMs: () => start + time.steady + time.set,
    steadyMs: () => time.steady,
  });
  clock.hear(new Date(start).toUTCString(), 10);
  const right = clock.offsetMs();
  clock.hear(new Date(start - DAY_MS).toUTCString(), 60_000);
  clock.hear('soon', 10);
  clock.hear(null, 10);
  expect(clock.offsetMs()).toBe(right);
  time.steady += 5_000;
  time.set = -DAY_MS;
  expect(Math.abs(clock.nowMs() - (start + 5_000))).toBeLessThan(1_000);
});
