import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('a request that has waited a second makes room for a young one, until too many wait', () => {
  let nowMs = 0;
  const slots = createSlots({ youngMax: 2, oldMax: 3, oldAfterMs: 1_000 }, () => nowMs);
  const first = slots.take();
  slots.take();
  expect(slots.free()).toBe(0);
  nowMs = 1_000;
  expect([slots.free(), slots.pressure()]).toEqual([2, 2 / 3]);
  slots.take();
  slots.take();
  nowMs = 2_000;
  expect([slots.free(), slots.pressure()]).toEqual([0, 4 / 3]);
  slots.give(first);
  expect(slots.free()).toBe(0);
});

test('over thousands of requests nothing is counted twice', () => {
  let nowMs = 0;
  const slots = createSlots({ youngMax: 50, oldMax: 100, oldAfterMs: 100 }, () => nowMs);
  const open: ReturnType<typeof slots.take>[] = [];
  for (let step = 0; step < 20_000; step += 1) {
    nowMs += step % 7;
    if (slots.free() > 0 && step % 3 !== 0) open.push(slots.take());
    else {
      const ended = open.splice((step * 31) % Math.max(1, open.length), 1)[0];
      if (ended) slots.give(ended);
    }
  }
  for (const slot of open) slots.give(slot);
  expect([slots.free(), slots.pressure()]).toEqual([50, 0]);
});
