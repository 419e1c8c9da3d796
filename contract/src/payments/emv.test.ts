import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, type Currency } from '../money.ts';
import { crc16 } from './crc16.ts';
import { emvPayload, readEmv, readFields, type EmvMerchant } from './emv.ts';

const merchant: EmvMerchant = {
  templateId: 26,
  guid: 'sl.example.pay',
  accountId: '0077123456',
  categoryCode: '5411',
  name: 'Aminata Stores',
  city: 'Freetown',
  country: 'SL',
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the checksum', () => {
  // The check value that every catalogue of CRCs prints, and some more of the same parameters.
  test.each([
    ['123456789', 0x29b1],
    ['', 0xffff],
    ['A', 0xb915],
  ])('of "%s"', (text, checksum) => {
    expect(crc16(bytes(text))).toBe(checksum);
  });

  test('of the example that EMVCo prints', () => {
    const example =
      '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A';
    expect(readEmv(example)?.get('59')).toBe('BEST TRANSPORT');
    expect(readFields(readEmv(example)?.get('64') ?? '')?.get('01')).toBe('最佳运输');
  });
});

test('a code says whom to pay, how much and for what', () => {
  const payload = emvPayload(merchant, { currency: 'SLE', amountMinor: 15_050n, reference: 'pay_01m7' });
  expect(payload.slice(0, -4)).toBe(
    '00020101021226320014sl.example.pay011000771234565204541153039255406150.505802SL5914Aminata Stores6008Freetown62120508pay_01m76304',
  );
  const fields = readEmv(payload);
  expect(Object.fromEntries(fields ?? [])).toMatchObject({
    '01': '12',
    '52': '5411',
    '53': '925',
    '54': '150.50',
    '58': 'SL',
    '60': 'Freetown',
  });
  expect(readFields(fields?.get('26') ?? '')).toEqual(
    new Map([
      ['00', 'sl.example.pay'],
      ['01', '0077123456'],
    ]),
  );
  expect(readFields(fields?.get('62') ?? '')).toEqual(new Map([['05', 'pay_01m7']]));
});

test('without an amount it can be used again and again', () => {
  const fields = readEmv(emvPayload(merchant, { currency: 'XOF', amountMinor: null, reference: null }));
  expect([fields?.get('01'), fields?.get('53'), fields?.has('54'), fields?.has('62')]).toEqual([
    '11',
    '952',
    false,
    false,
  ]);
});

test('names lose what wallets cannot read', () => {
  const fields = readEmv(
    emvPayload(
      { ...merchant, name: 'Kɔfi & Ŋala Café — Lumley Beach Road', city: '弗里敦' },
      { currency: 'SLE', amountMinor: 1n, reference: null },
    ),
  );
  expect([fields?.get('59'), fields?.get('60')]).toEqual(['Kofi & ngala Cafe  Lumley', '-']);
});

test('whatever is written is read back, and nothing that was changed', () => {
  const amount = fc.bigInt({ min: 1n, max: 9_999_999_999n });
  const given = fc.record({
    amount,
    currency: fc.constantFrom(...(Object.keys(currencies) as Currency[])),
    template: fc.integer({ min: 26, max: 51 }),
    name: fc.string({ maxLength: 60 }),
    city: fc.string({ unit: 'grapheme', maxLength: 60 }),
    reference: fc.option(fc.string({ maxLength: 60 })),
    at: fc.nat(),
    change: fc.integer({ min: 1, max: 94 }),
  });
  fc.assert(
    fc.property(
      given,
      ({ amount: amountMinor, currency, template: templateId, name, city, reference, at, change }) => {
        const payload = emvPayload(
          { ...merchant, templateId, name, city },
          { currency, amountMinor, reference },
        );
        expect(payload).toMatch(/^[ -~]+$/);
        const fields = readEmv(payload);
        expect(Number(fields?.get('54')) * 10 ** currencies[currency].decimals).toBeCloseTo(
          Number(amountMinor),
          3,
        );
        expect([
          fields?.has(String(templateId)),
          (fields?.get('59') ?? '').length <= 25,
          (fields?.get('60') ?? '').length <= 15,
        ]).toEqual([true, true, true]);
        const place = at % payload.length;
        const wrong = String.fromCharCode(32 + ((payload.charCodeAt(place) - 32 + change) % 95));
        expect(readEmv(payload.slice(0, place) + wrong + payload.slice(place + 1))).toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['', '6304', '0002', '000201', 'x'])('"%s" is no code', (text) => {
  expect(readEmv(text)).toBeNull();
});

test.each([
  [
    'an amount of more than 13 characters',
    () => emvPayload(merchant, { currency: 'SLE', amountMinor: 999_999_999_999_999n, reference: null }),
  ],
  [
    'a category that is empty',
    () =>
      emvPayload({ ...merchant, categoryCode: '' }, { currency: 'SLE', amountMinor: 1n, reference: null }),
  ],
])('%s is not written', (_what, write) => {
  expect(write).toThrow(RangeError);
});
