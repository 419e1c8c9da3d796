import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLoopWatch } from './watch-event-loop.ts';

const HELD_MS = 120;

function holdTheLoop(): void {
  for (const until = performance.now() + HELD_MS; performance.now() < until;);
}

test('what holds the event loop up is told, whatever it was', async () => {
  using watch = createLoopWatch(() => performance.now());
  await pause(30);
  const before = watch.worstMs();
  expect(before).toBeGreaterThanOrEqual(0);
  setImmediate(holdTheLoop);
  // The watch looks every 10 ms, so that much of it may have gone by unseen; its next look may come after ours.
  await expect.poll(() => watch.worstMs()).toBeGreaterThan(HELD_MS - 25);
  expect(watch.figures()[0]).toMatchObject({
    name: 'cottontree_event_loop_stall_seconds_max',
    type: 'gauge',
    values: [{ labels: {}, value: watch.worstMs() / 1_000 }],
  });
});

test('what starting the program took is forgotten', async () => {
  using watch = createLoopWatch(() => performance.now());
  await pause(30);
  holdTheLoop();
  watch.forget();
  await expect.poll(() => watch.worstMs()).toBeLessThan(HELD_MS - 25);
});

test('the longest piece of work of each operation is told, also of work that failed', () => {
  let nowMs = 0;
  using watch = createLoopWatch(() => nowMs);
  const [quote, sale] = [watch.stepsOf('getQuote'), watch.stepsOf('createSale')];
  const taking = (ms: number): number => (nowMs += ms);
  for (const ms of [3, 7, 5]) quote(() => taking(ms));
  expect(sale(() => taking(2))).toBe(nowMs);
  expect(() => sale(() => (taking(9), JSON.parse('{')))).toThrow(SyntaxError);
  expect([watch.heldMs('getQuote'), watch.heldMs('createSale'), watch.heldMs('createKey')]).toEqual([
    7, 9, 0,
  ]);
  expect(watch.figures()[1]).toMatchObject({
    name: 'cottontree_operation_held_seconds_max',
    values: [
      { labels: { operation: 'getQuote' }, value: 0.007 },
      { labels: { operation: 'createSale' }, value: 0.009 },
    ],
  });
});
