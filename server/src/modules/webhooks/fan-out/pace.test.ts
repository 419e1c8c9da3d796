import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('nothing waits until a breath was taken, and then only for what is left of it', async () => {
  let nowMs = 0;
  const pace = createPace({ monotonicMs: () => nowMs }, 5);
  await pace.wait();
  pace.breathe();
  nowMs = 5;
  await pace.wait();
  nowMs = 6;
  pace.breathe();
  const began = performance.now();
  await pace.wait();
  expect(performance.now() - began).toBeGreaterThanOrEqual(4);
});
