import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import type { Context } from '../../kernel/call/context.ts';
import { createRateLimiter, type RateLimiter } from '../../http/rate-limit.ts';
import { exchangeUsage } from './exchange-usage.ts';

let service: TestService;
let context: Context;

beforeAll(async () => {
  service = await startService();
  ({ context } = service.server.runtime);
});
afterAll(() => service[Symbol.asyncDispose]());

type Clock = { nowMs: number };
type Node = { readonly limiter: RateLimiter; readonly turn: () => Promise<number> };

function startNodes(count: number, clock: Clock): readonly Node[] {
  return Array.from({ length: count }, () => {
    const limiter = createRateLimiter(() => clock.nowMs);
    return { limiter, turn: exchangeUsage(context, limiter).turn };
  });
}

const PER_SECOND = 100;
const BURST = 2 * PER_SECOND;

/** How much all nodes admit in a minute while somebody sends five times too much to each. */
async function admittedInAMinute(count: number, bucket: string): Promise<number> {
  const clock = { nowMs: 1_000_000 };
  const nodes = startNodes(count, clock);
  let admitted = 0;
  for (const node of nodes) await node.turn();
  for (let tenth = 0; tenth < 600; tenth += 1) {
    clock.nowMs += 100;
    for (const { limiter } of nodes)
      for (let one = 0; one < PER_SECOND / 2; one += 1)
        if (limiter.take(bucket, PER_SECOND).allowed) admitted += 1;
    if (tenth % 10 === 9) for (const node of nodes) await node.turn();
  }
  return admitted;
}

test.each([1, 2, 3, 4, 8])(
  '%i nodes together admit no more than one key may send in a minute, and hardly less',
  async (count) => {
    const admitted = await admittedInAMinute(count, `key_${count}:read`);
    expect(admitted).toBeLessThanOrEqual(1.1 * (60 * PER_SECOND + BURST));
    expect(admitted).toBeGreaterThan(0.9 * 60 * PER_SECOND);
  },
);

test('a node that joins is not charged for what others admitted before', async () => {
  const clock = { nowMs: 1_000_000 };
  const [old, other, late] = startNodes(3, clock);
  for (let round = 0; round < 3; round += 1) {
    old?.limiter.take('key_joins:read', PER_SECOND);
    for (const node of [old, other]) await node?.turn();
  }
  late?.limiter.take('key_joins:read', PER_SECOND);
  await late?.turn();
  expect(late?.limiter.take('key_joins:read', PER_SECOND).remaining).toBe(BURST - 2);
});

test('a node that is alone publishes nothing', async () => {
  await service.query('DELETE FROM nodes');
  await service.query('DELETE FROM rate_usage');
  const clock = { nowMs: 1_000_000 };
  const [alone] = startNodes(1, clock);
  alone?.limiter.take('key_alone:read', PER_SECOND);
  await alone?.turn();
  expect(await service.query('SELECT * FROM rate_usage')).toEqual([]);
  expect(await service.query('SELECT * FROM nodes')).toHaveLength(1);
});
