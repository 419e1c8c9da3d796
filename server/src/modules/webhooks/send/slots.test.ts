import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('a request that has waited a second makes room for a young one, until too many wait', () => {
  let nowMs = 0;
  const slots = createSlots({ youngMax: 2, oldMax: 3, oldAfterMs: 1_000 }, () => nowMs);
  const first = slots.take('a');
  slots.take('a');
  expect(slots.free()).toBe(0);
  nowMs = 1_000;
  expect([slots.free(), slots.pressure()]).toEqual([2, 2 / 3]);
  slots.take('a');
  slots.take('a');
  nowMs = 2_000;
  expect([slots.free(), slots.pressure()]).toEqual([0, 4 / 3]);
  slots.give(first);
  expect(slots.free()).toBe(0);
});

test('an owner is asked for its young requests alone', () => {
  let nowMs = 0;
  const slots = createSlots({ youngMax: 9, oldMax: 9, oldAfterMs: 1_000 }, () => nowMs);
  const first = slots.take('a');
  slots.take('b');
  nowMs = 500;
  slots.take('a');
  expect([slots.youngOf('a'), slots.youngOf('b'), slots.youngOf('c')]).toEqual([2, 1, 0]);
  nowMs = 1_000;
  expect([slots.youngOf('a'), slots.youngOf('b')]).toEqual([1, 0]);
  slots.give(first);
  expect(slots.youngOf('a')).toBe(1);
});

test('over thousands of requests nothing is counted twice', () => {
  let nowMs = 0;
  const slots = createSlots({ youngMax: 50, oldMax: 100, oldAfterMs: 100 }, () => nowMs);
  const open: ReturnType<typeof slots.take>[] = [];
  for (let step = 0; step < 20_000; step += 1) {
    nowMs += step % 7;
    if (slots.free() > 0 && step % 3 !== 0) open.push(slots.take('a'));
    else {
      const ended = open.splice((step * 31) % Math.max(1, open.length), 1)[0];
      if (ended) slots.give(ended);
    }
  }
  for (const slot of open) slots.give(slot);
  expect([slots.free(), slots.pressure()]).toEqual([50, 0]);
});
