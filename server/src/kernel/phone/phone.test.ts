import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskPhone, parsePhone } from './phone.ts';

test.each([
  ['+23276123456', '+23276123456'],
  ['076123456', '+23276123456'],
  ['76 123 456', '+23276123456'],
  ['00 232 76-123-456', '+23276123456'],
  ['232 76 123456', '+23276123456'],
  ['+232 (76) 123 456', '+23276123456'],
  ['022 223344', '+23222223344'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+23299000001', '+23299000001'],
])('%s is %s', (text, e164) => {
  expect(parsePhone(text)).toEqual({ ok: true, e164 });
});

test("a local number belongs to the merchant's country", () => {
  expect(parsePhone('0241234567', 'GH')).toEqual({ ok: true, e164: '+233241234567' });
});

test.each([
  '',
  '12',
  '+232',
  '+23212345678',
  '+2327612345',
  '076123456789',
  'call me on 076123456',
  '+999123456',
  '٠٧٦',
  `+${'1'.repeat(1_000)}`,
  '076123456 ext 5',
])('%j is refused', (text) => {
  expect(parsePhone(text)).toMatchObject({ ok: false, code: 'INVALID_PHONE' });
});

test('a masked number shows its network and three digits', () => {
  expect(maskPhone('+23276123456')).toBe('+232 76 *** 456');
  expect(maskPhone('12')).toBe('***');
});

test('every Sierra Leone mobile number survives, and its mask hides the middle', () => {
  const national = fc.tuple(
    fc.constantFrom('25', '30', '34', '66', '72', '76', '79', '80', '88', '90', '99'),
    fc.integer({ min: 0, max: 999_999 }),
  );
  fc.assert(
    fc.property(national, ([network, rest]) => {
      const digits = network + rest.toString().padStart(6, '0');
      expect(parsePhone(`0${digits}`)).toEqual({ ok: true, e164: `+232${digits}` });
      expect(maskPhone(`+232${digits}`)).toBe(`+232 ${network} *** ${digits.slice(-3)}`);
    }),
  );
});
