import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountMax,
  currencies,
  decimalText,
  formatMoney,
  majorText,
  parseAmount,
  parseRate,
  parseSignedAmount,
  percentOf,
  roundUpToStep,
  toMajor,
  type Currency,
} from './money.ts';

const currency = fc.constantFrom<Currency[]>('SLE', 'GNF', 'TND');
const priced = currency.chain((currency) =>
  fc.record({ currency: fc.constant(currency), minor: fc.bigInt({ min: 0n, max: amountMax(currency) }) }),
);

describe('an amount comes in', () => {
  test.each([
    [150.5, 15_050n],
    ['150.50', 15_050n],
    [0.1, 10n],
    [0.29, 29n],
    [1.1, 110n],
    [1e3, 100_000n],
    ['007.10', 710n],
    ['3.1000', 310n],
    [0, 0n],
    [-0, 0n],
    [9_999_999_999_999.99, 999_999_999_999_999n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('%s is exact', (value, minor) => {
    expect(parseAmount(value, 'SLE')).toEqual({ ok: true, minor });
  });

  test.each([[0.1 + 0.2], [1.005], ['1.001'], [1e-7], [5e-3], ['0.' + '0'.repeat(50) + '1']])(
    '%s has too many decimals',
    (value) => {
      expect(parseAmount(value, 'SLE')).toMatchObject({ ok: false, code: 'AMOUNT_PRECISION' });
    },
  );

  test.each([
    [Number.NaN],
    [Infinity],
    [-Infinity],
    ['NaN'],
    ['Infinity'],
    ['0x10'],
    [''],
    [' 1'],
    ['1,000'],
    ['.5'],
    ['5.'],
    ['+5'],
    ['1e3'],
    ['1.5E+2'],
    ['2.5e-1'],
    ['0e9999'],
    ['5e-3'],
    ['1e99999'],
    ['1e400'],
    [1e21],
    ['10000000000000'],
    [-1],
    ['-0.01'],
    ['٣'],
    ['1_000'],
    ['9'.repeat(10_000)],
    ['1n'],
  ])('%s is refused', (value) => {
    expect(parseAmount(value, 'SLE')).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
  });

  test('a currency without decimals takes whole amounts only', () => {
    expect(parseAmount('100', 'GNF')).toEqual({ ok: true, minor: 100n });
    expect(parseAmount('100.5', 'GNF')).toMatchObject({ code: 'AMOUNT_PRECISION' });
  });

  test('corrections may be negative where the caller says so', () => {
    expect(parseSignedAmount('-12.5', 'SLE')).toEqual({ ok: true, minor: -1_250n });
  });

  test('the message names the limit', () => {
    expect(parseAmount(1.234, 'SLE')).toMatchObject({
      message: 'must have at most 2 decimals (SLE), was 1.234',
    });
  });
});

describe('an amount goes out', () => {
  test('every amount up to the cap survives JSON in number and text', () => {
    fc.assert(
      fc.property(priced, ({ currency, minor }) => {
        const json = JSON.stringify(toMajor(minor, currency));
        expect(parseAmount(JSON.parse(json), currency)).toEqual({ ok: true, minor });
        expect(parseAmount(json, currency)).toEqual({ ok: true, minor });
        expect(parseAmount(decimalText(minor, currency), currency)).toEqual({ ok: true, minor });
        expect(toMajor(minor, currency)).toBe(Number(decimalText(minor, currency)));
      }),
      { numRuns: 5_000 },
    );
  });

  test('as text of major units it is what it is as text of minor ones', () => {
    fc.assert(
      fc.property(
        priced,
        fc.constantFrom(1n, -1n),
        ({ currency, minor }, sign) =>
          majorText(toMajor(sign * minor, currency), currency) === decimalText(sign * minor, currency),
      ),
      { numRuns: 5_000 },
    );
    expect(majorText(12.345, 'SLE'), 'never rounded').toBe('12.345');
  });

  test('people read it with its sign', () => {
    expect(formatMoney(15_050n, 'SLE')).toBe('NLe 150.50');
    expect(formatMoney(5n, 'SLE')).toBe('NLe 0.05');
    expect(formatMoney(-123_456_789n, 'SLE')).toBe('-NLe 1,234,567.89');
    expect(formatMoney(1_500n, 'GNF')).toBe('FG 1,500');
    for (const known of Object.values(currencies)) expect(known.decimals).toBeLessThanOrEqual(3);
  });
});

describe('arithmetic on amounts', () => {
  test('a percentage is rounded half up, and away from zero for refunds', () => {
    const rate = parseRate('1.5');
    expect(rate).toEqual({ ok: true, rate: 15_000n });
    expect(percentOf(10_033n, 15_000n)).toBe(150n);
    expect(percentOf(10_034n, 15_000n)).toBe(151n);
    expect(percentOf(50n, 10_000n)).toBe(1n);
    expect(percentOf(-50n, 10_000n)).toBe(-1n);
    expect(percentOf(49n, 10_000n)).toBe(0n);
  });

  test('a rate has at most four decimals and stays within 0 to 1000', () => {
    expect(parseRate(12.3456)).toEqual({ ok: true, rate: 123_456n });
    for (const wrong of ['1.00001', '-1', '1001', 'x'])
      expect(parseRate(wrong)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('a percentage is never off by more than half a minor unit', () => {
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10_000_000n }), (minor, rate) => {
        const error = percentOf(minor, rate) * 1_000_000n - minor * rate;
        expect(error <= 500_000n && error >= -500_000n).toBe(true);
      }),
    );
  });

  test('rounding up to a step gives the next multiple', () => {
    expect(roundUpToStep(2_501n, 50n)).toBe(2_550n);
    expect(roundUpToStep(2_550n, 50n)).toBe(2_550n);
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10_000n }), (minor, step) => {
        const rounded = roundUpToStep(minor, step);
        expect(rounded % step).toBe(0n);
        expect(rounded >= minor && rounded - minor < step).toBe(true);
      }),
    );
  });
});
