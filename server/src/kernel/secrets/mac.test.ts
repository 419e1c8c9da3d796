import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { macOf, prepareMac } from './mac.ts';

const bytes = (max: number) =>
  fc.uint8Array({ minLength: 1, maxLength: max }).map((some) => Buffer.from(some));

test('a code of our own is the one that the runtime makes, whatever key, text and bytes', () => {
  fc.assert(
    fc.property(
      bytes(200),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.uint8Array({ maxLength: 3_000 }),
      (key, head, body) => {
        for (const encoding of ['hex', 'base64'] as const)
          expect(macOf(prepareMac(key), { head, body: Buffer.from(body) }, encoding)).toBe(
            createHmac('sha256', key).update(head).update(body).digest(encoding),
          );
      },
    ),
  );
});

test('a message too long for one go has the same code', () => {
  const key = Buffer.from('whsec_key');
  for (const length of [256 * 1_024 - 64, 256 * 1_024 - 63, 300_000]) {
    const body = Buffer.alloc(length, 'x');
    expect(macOf(prepareMac(key), { head: '', body }, 'hex')).toBe(
      createHmac('sha256', key).update(body).digest('hex'),
    );
  }
});

test('a code does not depend on what was coded before', () => {
  const [one, other] = [prepareMac(Buffer.from('one')), prepareMac(Buffer.from('other'))];
  const before = macOf(one, { head: 'a.', body: Buffer.from('long '.repeat(50)) }, 'hex');
  macOf(other, { head: 'b.', body: Buffer.from('short') }, 'hex');
  expect(macOf(one, { head: 'a.', body: Buffer.from('long '.repeat(50)) }, 'hex')).toBe(before);
});
