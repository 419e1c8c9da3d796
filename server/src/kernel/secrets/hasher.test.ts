import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHasher } from './hasher.ts';

const hasher = createHasher((length) => randomBytes(length));

test('a secret is known again by its hash, and nothing is without one', async () => {
  const hash = await hasher.hash('the cotton tree', 'shop');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.matches('the cotton tree', hash, 'shop')).toBe(true);
  expect(await hasher.matches('another tree', hash, 'shop')).toBe(false);
  expect(await hasher.matches('the cotton tree', null)).toBe(false);
});

test('who asks for many at once has a part of the line, and others come in beside', async () => {
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => hasher.matches('1234', null, 'flood')));
  const others = ['one', 'another', null].map((owner) => hasher.matches('1234', null, owner));
  expect(await Promise.all(others)).toEqual([false, false, false]);
  const [taken, refused] = [
    (await flood).filter(({ status }) => status === 'fulfilled'),
    (await flood).filter(({ status }) => status === 'rejected'),
  ];
  expect([taken.length, refused.length]).toEqual([12, 88]);
  for (const one of refused)
    expect(one).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } });
  expect(await hasher.matches('1234', null, 'flood')).toBe(false);
});

test('many who come at once, each for one, are refused beyond the whole line', async () => {
  const crowd = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => hasher.matches('1234', null, `owner ${at}`)),
  );
  const refused = crowd.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(24);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
});
