import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase45, encodeBase45 } from './base45.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['ietf!', 'QED8WEX0'],
  ['', ''],
])('%j is written %j, as the RFC has it', (plain, encoded) => {
  expect(encodeBase45(bytesOf(plain))).toBe(encoded);
  expect(decodeBase45(encoded)).toEqual(bytesOf(plain));
});

test('all bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      expect(decodeBase45(encodeBase45(bytes))).toEqual(bytes);
    }),
  );
});

test('every text that is taken is the only one of its bytes', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'),
    maxLength: 9,
  });
  fc.assert(
    fc.property(digits, (text) => {
      const bytes = decodeBase45(text);
      expect(bytes === null || encodeBase45(bytes) === text).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['A', 'ABCD', 'GGW', ':::', '::', 'V5', 'ab8', 'BB8é', 'B\u0000B', 'B_8'])(
  '%j is no Base45',
  (text) => {
    expect(decodeBase45(text)).toBeNull();
  },
);
