import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

describe('a bucket of 10 a second', () => {
  const start = () => {
    const clock = { ms: 1_000 };
    return { clock, limiter: createRateLimiter(() => clock.ms) };
  };

  test('holds twice that for a burst, then says when the next one may come', () => {
    const { limiter } = start();
    const taken = Array.from({ length: 25 }, () => limiter.take('till', 10));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect(taken[0]).toEqual({
      allowed: true,
      limit: 20,
      remaining: 19,
      resetSeconds: 1,
      retryAfterSeconds: 0,
    });
    expect(taken.at(-1)).toEqual({
      allowed: false,
      limit: 20,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    });
  });

  test('fills up again as time goes by, and no further than full', () => {
    const { clock, limiter } = start();
    for (let taken = 0; taken < 20; taken += 1) limiter.take('till', 10);
    clock.ms += 300;
    expect(Array.from({ length: 5 }, () => limiter.take('till', 10).allowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    clock.ms += 3_600_000;
    expect(limiter.take('till', 10).remaining).toBe(19);
  });

  test('is only looked at without being taken from', () => {
    const { limiter } = start();
    for (let looked = 0; looked < 50; looked += 1) limiter.look('till', 10);
    expect(limiter.take('till', 10).remaining).toBe(19);
    expect(limiter.usage().get('till')).toBe(1);
  });

  test('is one for each name', () => {
    const { limiter } = start();
    for (let taken = 0; taken < 20; taken += 1) limiter.take('one', 10);
    expect(limiter.take('one', 10).allowed).toBe(false);
    expect(limiter.take('other', 10).allowed).toBe(true);
  });

  test('is slowed down by what other nodes admitted, never stopped for more than half a minute', () => {
    const { clock, limiter } = start();
    limiter.take('till', 10);
    limiter.debit('till', 1_000);
    expect(limiter.take('till', 10).allowed).toBe(false);
    clock.ms += 30_200;
    expect(limiter.take('till', 10).allowed).toBe(true);
  });
});

test('of a crowd of names only those are kept that are not full again, and one that is not is kept whoever comes', () => {
  const clock = { ms: 0 };
  const limiter = createRateLimiter(() => clock.ms);
  for (let taken = 0; taken < 20; taken += 1) limiter.take('greedy', 10);
  let most = 0;
  for (let name = 0; name < 400_000; name += 1) {
    clock.ms += 0.1;
    limiter.take(`address:${name}`, 10);
    limiter.look(`looked:${name}`, 10);
    if (name % 10_000 === 0) {
      while (limiter.take('greedy', 10).allowed);
      most = Math.max(most, limiter.usage().size);
    }
  }
  expect(most).toBeLessThan(125_000);
  // Forgotten once, it would have had a burst more.
  expect(limiter.usage().get('greedy')).toBe(20 + 39 * 10);
});

test('a bucket that was idle for a minute counts anew what it admits, whether or not anybody else came meanwhile', () => {
  const clock = { ms: 0 };
  const limiter = createRateLimiter(() => clock.ms);
  for (let taken = 0; taken < 15; taken += 1) limiter.take('till', 10);
  clock.ms += 60_001;
  expect(limiter.take('till', 10).remaining).toBe(19);
  expect(limiter.usage().get('till')).toBe(1);
});

test('over any minute no bucket admits more than a minute of its rate and its burst', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 400 }),
      (perSecond, pausesMs) => {
        const clock = { ms: 0 };
        const limiter = createRateLimiter(() => clock.ms);
        let admitted = 0;
        for (const pauseMs of pausesMs) {
          clock.ms += pauseMs;
          if (clock.ms > 60_000) break;
          admitted += Number(limiter.take('till', perSecond).allowed);
        }
        expect(admitted).toBeLessThanOrEqual(
          (Math.min(clock.ms, 60_000) / 1_000) * perSecond + 2 * perSecond,
        );
      },
    ),
  );
});
