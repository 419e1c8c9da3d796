import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHasher } from './hasher.ts';

/** A clock that stands still, but goes on by so much whenever somebody looks. */
function clockThat(stepMs: number): () => number {
  let nowMs = 0;
  return () => (nowMs += stepMs);
}

/** A hasher that has measured that one takes no time, or so much of it. */
async function hasherWhereOneTakes(stepMs: number) {
  const hasher = createHasher({ randomBytes, monotonicMs: clockThat(stepMs) });
  await hasher.hash('Cotton tree');
  return hasher;
}

const manyAt = async (stepMs: number, many: number) => {
  const hasher = await hasherWhereOneTakes(stepMs);
  const ended = await Promise.allSettled(Array.from({ length: many }, () => hasher.hash('Cotton tree')));
  return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
};

test('a secret is known again by its hash, and nothing is without one', async () => {
  const hasher = await hasherWhereOneTakes(0);
  const hash = await hasher.hash('the cotton tree', 'shop');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.matches('the cotton tree', hash, 'shop')).toBe(true);
  expect(await hasher.matches('another tree', hash, 'shop')).toBe(false);
  expect(await hasher.matches('the cotton tree', null)).toBe(false);
});

test('forty who come at once have their turn, where one takes no time', async () => {
  expect(await manyAt(0, 40)).toEqual([]);
});

test('who would wait longer than seconds is refused at once, and told when to come again', async () => {
  // By the measure one takes 4.04 s now, so of those behind the four at work four more come within five seconds.
  const refused = await manyAt(20_000, 12);
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
});

test('who asks for many at once is served in turn with each other, and not before', async () => {
  const hasher = await hasherWhereOneTakes(0);
  const order: string[] = [];
  const come = (who: string | null): Promise<void> =>
    hasher.inTurn(who, async () => void order.push(who ?? 'somebody'));
  await Promise.all([
    ...Array.from({ length: 60 }, () => come('flood')),
    ...Array.from({ length: 2 }, () => come('shop')),
    come(null),
  ]);
  expect(order.slice(4, 9)).toEqual(['flood', 'shop', 'somebody', 'flood', 'shop']);
  expect(order).toHaveLength(63);
});

test('whose own line is full leaves room for those who have none', async () => {
  const hasher = await hasherWhereOneTakes(2_000);
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const flood = Promise.allSettled(Array.from({ length: 60 }, () => hasher.inTurn('flood', () => held)));
  const other = hasher.inTurn('shop', async () => 'served');
  end();
  expect((await flood).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect(await other).toBe('served');
});
