import { expect, test } from 'vitest';
import { createEgress } from './egress/index.ts';
import { createWorld } from './world.ts';

const egress = createEgress({ allow: [], userAgent: 'Cottontree' });
const world = createWorld({ egress });

test('the world tells the time, and its other clock never steps back', () => {
  expect(Math.abs(world.now().getTime() - Date.now())).toBeLessThan(1_000);
  const before = world.monotonicMs();
  expect(world.monotonicMs()).toBeGreaterThanOrEqual(before);
});

test('the world gives chance of the length and range asked for', () => {
  expect(world.randomBytes(32)).toHaveLength(32);
  expect(world.randomBytes(32).equals(world.randomBytes(32))).toBe(false);
  for (let count = 0; count < 100; count += 1) expect([0, 1, 2]).toContain(world.randomInt(3));
  expect(world.randomInt(2 ** 48 - 1)).toBeLessThan(2 ** 48);
});

test('the world sends only through the one way out', async () => {
  const result = await world.send({
    url: 'http://127.0.0.1/',
    method: 'POST',
    headers: {},
    body: Buffer.alloc(0),
    deadlineMs: 1_000,
  });
  expect(result.error).toBe('blocked');
});
