import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unreachable } from './store/index.ts';
import { followDatabaseClock } from './follow-database-clock.ts';

const START_MS = Date.parse('2026-11-22T12:00:00Z');
let steadyMs = 0;
let answer: () => Promise<Date>;

beforeEach(() => {
  steadyMs = 0;
  answer = async () => new Date(START_MS + steadyMs);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => void vi.useRealTimers());
const follow = () => followDatabaseClock({ monotonicMs: () => steadyMs }, () => answer());
const msOf = (clock: { readonly now: () => Date }): number => clock.now().getTime() - START_MS;

test('goes on between two looks, whatever the wall clock does', async () => {
  using clock = await follow();
  vi.setSystemTime(START_MS + 400 * 86_400_000);
  steadyMs = 900;
  expect(msOf(clock)).toBe(900);
});

test('follows the database where its clock was put right', async () => {
  using clock = await follow();
  answer = async () => new Date(START_MS - 60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(msOf(clock)).toBe(-60_000);
});

test('stands still while the database is not heard, and when the steady clock itself leaps', async () => {
  using clock = await follow();
  answer = () => Promise.reject(new Error('away'));
  steadyMs = 400 * 86_400_000;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(msOf(clock)).toBe(10_000);
  answer = async () => new Date(START_MS + 20_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(msOf(clock)).toBe(20_000);
});

test('does not believe a look that took long', async () => {
  using clock = await follow();
  answer = async () => {
    steadyMs += 5_000;
    return new Date(START_MS + 60_000);
  };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(msOf(clock)).toBe(5_000);
});

test('begins once the database can be reached, where that takes some tries', async () => {
  let tries = 0;
  answer = async () => {
    tries += 1;
    if (tries < 3) throw new Unreachable();
    return new Date(START_MS);
  };
  using clock = await follow();
  expect(msOf(clock)).toBe(0);
  expect(tries).toBe(3);
});

test('begins not at all where it is out of reach for half a minute, or refuses', async () => {
  answer = () => {
    steadyMs += 15_000;
    return Promise.reject(new Unreachable());
  };
  await expect(follow()).rejects.toThrow(Unreachable);
  expect(steadyMs).toBe(30_000);
  answer = () => Promise.reject(new Error('refused'));
  await expect(follow()).rejects.toThrow('refused');
});
