import { expect, test } from 'vitest';
import { settleMemory } from './settle-memory.ts';

const GARBAGE_BYTES = 50_000_000;

test('what nothing holds any more is given back', async () => {
  const held = { numbers: Array.from({ length: GARBAGE_BYTES / 8 }, (_, at) => at + 0.5) };
  const before = process.memoryUsage().heapUsed;
  expect(held.numbers.length).toBeGreaterThan(0);
  held.numbers = [];
  await settleMemory();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 0.8 * GARBAGE_BYTES);
});
