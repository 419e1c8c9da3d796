import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeFigures } from './compose-figures.ts';
import type { KeptInvoiceDiscount, KeptLine } from './kept-parts.ts';

const discount = fc.oneof(
  fc.record({
    type: fc.constant('percent' as const),
    value: fc.integer({ min: 0, max: 1_000_000 }),
    reason: fc.constant(null),
  }),
  fc.record({
    type: fc.constant('fixed' as const),
    value: fc.integer({ min: 0, max: 50_000 }),
    reason: fc.constant(null),
  }),
);
const tax = fc.constantFrom(
  { name: 'GST', rate: 150_000, inclusive: false },
  { name: 'GST', rate: 150_000, inclusive: true },
  { name: 'Levy', rate: 12_500, inclusive: false },
);
const line: fc.Arbitrary<KeptLine> = fc.record({
  description: fc.constant('x'),
  product_id: fc.constant(null),
  variant_id: fc.constant(null),
  quantity_milli: fc.integer({ min: 1, max: 50_000 }),
  unit_price: fc.integer({ min: 0, max: 500_000 }),
  discount: fc.option(discount),
  taxes: fc.array(tax, { maxLength: 1 }),
});

/** Half up, of what is not negative. */
const rounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
const RATE = 1_000_000n;
const off = (amount: bigint, reduction: KeptInvoiceDiscount | null): bigint => {
  if (reduction === null) return 0n;
  const wished =
    reduction.type === 'percent' ? rounded(amount * BigInt(reduction.value), RATE) : BigInt(reduction.value);
  return wished < amount ? wished : amount;
};
const sum = (amounts: readonly (bigint | number)[]): bigint =>
  amounts.reduce<bigint>((whole, amount) => whole + BigInt(amount), 0n);

test('an invoice comes to what a reckoning by hand comes to, to the cent', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.option(discount), (lines, whole) => {
      const figures = composeFigures({ lines, discount: whole, taxRounding: 'document', currency: 'SLE' });
      const grosses = lines.map((one) =>
        rounded(BigInt(one.quantity_milli) * BigInt(one.unit_price), 1_000n),
      );
      const nets = lines.map((one, at) => (grosses[at] ?? 0n) - off(grosses[at] ?? 0n, one.discount));
      const orderOff = off(sum(nets), whole);
      const items = figures.items;
      const taxes = figures.taxes;
      const added = sum(taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount));
      expect([figures.subtotal, figures.discount_total]).toEqual([
        sum(grosses),
        sum(grosses) - sum(nets) + orderOff,
      ]);
      expect([figures.total, figures.tax_total]).toEqual([
        sum(nets) - orderOff + added,
        sum(taxes.map(({ amount }) => amount)),
      ]);
      expect([sum(items.map(({ total }) => total)), sum(items.map(({ tax_total: tax }) => tax))]).toEqual([
        figures.total,
        figures.tax_total,
      ]);
      for (const { name, rate, inclusive, amount } of taxes) {
        const within = items.filter((item) =>
          item.taxes.some((one) => one.name === name && one.rate === rate && one.inclusive === inclusive),
        );
        const priced = sum(within.map((item) => item.subtotal - item.discount_total));
        expect(BigInt(amount)).toBe(
          inclusive
            ? rounded(priced * BigInt(rate), RATE + BigInt(rate))
            : rounded(priced * BigInt(rate), RATE),
        );
      }
    }),
    { numRuns: 400 },
  );
});
