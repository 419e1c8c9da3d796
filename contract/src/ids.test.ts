import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeId, idBytes, idPrefixes, idTimeMs, isId, makeId, makeOrderNumber } from './ids.ts';

const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('an id is its prefix and 26 lower-case characters', () => {
  fc.assert(
    fc.property(fc.constantFrom(...idPrefixes), time, random, (prefix, nowMs, random) => {
      const id = makeId(prefix, nowMs, random);
      expect(id).toMatch(new RegExp(`^${prefix}[0-7][0-9a-hjkmnp-tv-z]{25}$`));
      expect(isId(prefix, id)).toBe(true);
      expect(idTimeMs(prefix, id)).toBe(nowMs);
    }),
  );
});

test('the 128 bits are a UUID of version 7', () => {
  const id = makeId(
    'evt_',
    0x017f22e279b0,
    new Uint8Array([0xfc, 0xc3, 0xd8, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]),
  );
  const bits = Array.from(id.slice(4)).reduce(
    (sum, character) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character)),
    0n,
  );
  expect(bits.toString(16).padStart(32, '0')).toBe('017f22e279b07cc398c4dc0c0c07398f');
});

test('ids of a later millisecond sort later as plain text', () => {
  fc.assert(
    fc.property(time, time, fc.tuple(random, random), (one, other, [first, second]) => {
      if (one === other) return;
      const [earlier, later] = one < other ? [one, other] : [other, one];
      expect(makeId('txn_', earlier, first) < makeId('txn_', later, second)).toBe(true);
    }),
  );
});

test('what only looks like an id is refused', () => {
  const id = makeId('adr_', 1_700_000_000_000, new Uint8Array(10));
  for (const wrong of [
    '',
    'adr_',
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    id.replace('adr_', 'zone_'),
    `adr_8${id.slice(5)}`,
    `${id.slice(0, -1)}u`,
  ]) {
    expect(isId('adr_', wrong)).toBe(false);
  }
});

test('the bytes behind an id come back out of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...idPrefixes),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (prefix, bytes) => {
        expect(idBytes(prefix, encodeId(prefix, bytes))).toEqual(bytes);
      },
    ),
  );
  expect(() => idBytes('evt_', 'evt_x')).toThrow(RangeError);
});

test('chosen bits give the same id every time', () => {
  expect(encodeId('zone_', new Uint8Array(16))).toBe(`zone_${'0'.repeat(26)}`);
  expect(encodeId('zone_', new Uint8Array(16).fill(255))).toBe(`zone_7${'z'.repeat(25)}`);
});

test('an order number can be read out', () => {
  expect(makeOrderNumber(new Uint8Array([0, 1, 2, 3, 4, 27, 28, 29, 30, 31]))).toBe('ORD-01234-VWXYZ');
});
