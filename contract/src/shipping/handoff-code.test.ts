import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTrivialCode, makeHandoffCodes, normaliseCode } from './handoff-code.ts';

const draws = fc.infiniteStream(fc.integer({ min: 0, max: 999_999 }));
const phone = fc.integer({ min: 76_000_000, max: 79_999_999 }).map((national) => `+232${national}`);

test('every job gets two different codes of six digits that nobody tries first', () => {
  fc.assert(
    fc.property(draws, phone, (draws, phone) => {
      const codes = makeHandoffCodes(() => draws.next().value, [phone]);
      for (const code of [codes.pickupCode, codes.deliveryCode]) {
        expect(code).toMatch(/^\d{6}$/);
        expect(isTrivialCode(code)).toBe(false);
        expect(phone.endsWith(code)).toBe(false);
      }
      expect(codes.pickupCode).not.toBe(codes.deliveryCode);
    }),
  );
});

test.each([
  '000000',
  '111111',
  '123456',
  '654321',
  '012345',
  '987654',
  '890123',
  '135791',
  '121212',
  '123123',
  '112233',
])('%s is never given out', (code) => {
  expect(isTrivialCode(code)).toBe(true);
});

test('fewer than one code in 500 is refused', () => {
  let refused = 0;
  for (let code = 0; code < 1_000_000; code += 1)
    if (isTrivialCode(code.toString().padStart(6, '0'))) refused += 1;
  expect(refused).toBeLessThan(2_000);
});

test("the end of the recipient's phone is passed over", () => {
  const draws = [123_789, 482_193, 482_193, 904_417];
  const codes = makeHandoffCodes(() => draws.shift() ?? 0, ['+232 76 123 789']);
  expect(codes).toEqual({ pickupCode: '482193', deliveryCode: '904417' });
});

test('a generator that is stuck still ends in two usable codes', () => {
  const codes = makeHandoffCodes(() => 999_999, []);
  expect(isTrivialCode(codes.pickupCode) || isTrivialCode(codes.deliveryCode)).toBe(false);
  expect(codes.pickupCode).not.toBe(codes.deliveryCode);
});

test('a code sent as a number gets its zeros back', () => {
  expect(normaliseCode('012345')).toBe('012345');
  expect(normaliseCode(12_345)).toBe('012345');
  expect(normaliseCode(0)).toBe('000000');
});

test.each([
  ['12345'],
  ['1234567'],
  ['12345a'],
  [' 12345'],
  ['１２３４５６'],
  ['123456\n'],
  [1_000_000],
  [-1],
  [1.5],
  [Number.NaN],
  [null],
  [undefined],
  [{}],
])('%j is no code', (value) => {
  expect(normaliseCode(value)).toBeNull();
});
