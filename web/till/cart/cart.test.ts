import { computeTotals, parseAmount, parseDecimal, parseRate, type SyncedSaleIn } from '@cottontree/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addLine,
  changeLine,
  countOf,
  emptyCart,
  removeLine,
  setQuantity,
  type Cart,
  type CartLine,
  type Payment,
} from './cart.ts';
import { changeOf, chargedSale, roundingOf } from './sale-body.ts';
import { cashDue, quickAmounts, totalsOf, type Rules } from './totals.ts';

const tax = fc.record({
  name: fc.constantFrom('GST', 'Levy'),
  rate: fc.integer({ min: 0, max: 250_000 }),
  inclusive: fc.boolean(),
});
const discount = fc.option(
  fc.oneof(
    fc.record({
      type: fc.constant('percent' as const),
      value: fc.integer({ min: 0, max: 1_000_000 }),
      reason: fc.constant('regular'),
    }),
    fc.record({
      type: fc.constant('fixed' as const),
      value: fc.integer({ min: 0, max: 50_000 }),
      reason: fc.constant(''),
    }),
  ),
);
const line = (key: number): fc.Arbitrary<CartLine> =>
  fc.record({
    key: fc.constant(`line ${key}`),
    productId: fc.constant(`prod_${key}`),
    variantId: fc.constant(`var_${key}`),
    name: fc.constant('Rice'),
    unit: fc.constant(null),
    quantityMilli: fc.integer({ min: 1, max: 99_000 }),
    stepMilli: fc.constant(1),
    unitPriceMinor: fc.integer({ min: 0, max: 10_000_000 }),
    modifiers: fc.array(
      fc.record({
        id: fc.constantFrom('mod_1', 'mod_2'),
        name: fc.constant('Egg'),
        priceMinor: fc.integer({ min: 0, max: 5_000 }),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 2 },
    ),
    taxes: fc.array(tax, { maxLength: 2 }),
    discount,
    note: fc.constant(''),
  });
const carts: fc.Arbitrary<Cart> = fc
  .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), discount, fc.integer({ min: 0, max: 9_999 }))
  .chain(([keys, off, tipMinor]) =>
    fc
      .tuple(...keys.map((_, at) => line(at)))
      .map((lines) => ({ ...emptyCart('id'), lines, discount: off, tipMinor })),
  );
const rules: fc.Arbitrary<Rules> = fc.record({
  taxRounding: fc.constantFrom('document' as const, 'line' as const),
  cashIncrementMinor: fc.constantFrom(0, 5, 50, 100),
  cashRoundingMode: fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
});
const seller = {
  terminalId: 'trm_1',
  locationId: 'loc_1',
  staffId: 'stf_1',
  cashSessionId: null,
  currency: 'SLE',
} as const;

function minor(amount: number | string): bigint {
  const read = parseAmount(amount, 'SLE');
  if (!read.ok) throw new Error(read.message);
  return read.minor;
}

/** What whoever reads the body reckons. */
function totalOfBody(body: Omit<SyncedSaleIn, 'receipt_number'>, taxRounding: Rules['taxRounding']): bigint {
  const rateOf = (value: number | string): bigint => {
    const read = parseRate(value);
    if (!read.ok) throw new Error(read.message);
    return read.rate;
  };
  const reduction = (
    off: { readonly type: 'percent' | 'fixed'; readonly value: number | string } | undefined,
  ) => {
    if (!off) return null;
    return off.type === 'percent'
      ? { type: off.type, rate: rateOf(off.value) }
      : { type: off.type, amountMinor: minor(off.value) };
  };
  return computeTotals({
    lines: body.items.map((item) => {
      const quantity = parseDecimal(item.quantity ?? 1, 3);
      if (!quantity.ok) throw new Error(quantity.problem);
      const extras = (item.modifiers ?? []).reduce(
        (sum, one) => sum + minor(one.price ?? 0) * BigInt(one.quantity ?? 1),
        0n,
      );
      return {
        quantityMilli: quantity.units,
        unitPriceMinor: minor(item.unit_price) + extras,
        discount: reduction(item.discount),
        taxes: (item.taxes ?? []).map(({ name, rate, inclusive = false }) => ({
          name,
          rate: rateOf(rate),
          inclusive,
        })),
      };
    }),
    discount: reduction(body.discount),
    serviceCharge: null,
    tipMinor: minor(body.tip ?? 0),
    taxRounding,
  }).totalMinor;
}

test('what is handed in comes to what was charged, to the cent, whatever is in the sale', () => {
  fc.assert(
    fc.property(carts, rules, (cart, shop) => {
      const totalMinor = Number(totalsOf(cart, shop).totalMinor);
      const due = cashDue(totalMinor, shop);
      const payments: readonly Payment[] = [
        {
          channel: 'cash',
          amountMinor: totalMinor,
          tenderedMinor: due + 500,
          roundingMinor: due - totalMinor,
        },
      ];
      const body = chargedSale(cart, {
        seller,
        payments,
        totalMinor,
        occurredAt: '2026-11-23T10:00:00.000Z',
      });
      expect(totalOfBody(JSON.parse(JSON.stringify(body)) as typeof body, shop.taxRounding)).toBe(
        minor(body.total),
      );
      expect(roundingOf(payments)).toBe(due - totalMinor);
      expect(changeOf(payments)).toBe(500);
    }),
  );
});

test('adding the same thing again is more of it, and the cart costs the same in whatever order it was filled', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 }),
      rules,
      (picked, shop) => {
        const made = (of: readonly string[]): Cart =>
          of.reduce((cart, id) => addLine(cart, plain(id)), emptyCart('id'));
        const cart = made(picked);
        expect(cart.lines.length).toBe(new Set(picked).size);
        expect(countOf(cart)).toBe(picked.length);
        expect(totalsOf(cart, shop).totalMinor).toBe(totalsOf(made(picked.toReversed()), shop).totalMinor);
      },
    ),
  );
});

test('quantities go in whole steps, and a line of which nothing is left goes', () => {
  const cart = addLine(emptyCart('id'), plain('a'));
  const [{ key } = { key: '' }] = cart.lines;
  expect(setQuantity(cart, key, 2_600).lines[0]?.quantityMilli).toBe(3_000);
  expect(setQuantity(cart, key, 0).lines).toEqual([]);
  expect(changeLine(cart, key, (one) => ({ ...one, note: 'blue' })).lines[0]?.note).toBe('blue');
  expect(removeLine(cart, key).lines).toEqual([]);
});

test('quick sums rise, are more than what is due, and are no more than three', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), (due) => {
      const sums = quickAmounts(due);
      expect(sums.length).toBeLessThanOrEqual(3);
      expect(sums.every((sum, at) => sum > (sums[at - 1] ?? due))).toBe(true);
    }),
  );
  expect(quickAmounts(84_045)).toEqual([84_500, 85_000, 86_000]);
});

function plain(id: string): CartLine {
  return {
    key: crypto.randomUUID(),
    productId: `prod_${id}`,
    variantId: `var_${id}`,
    name: id,
    unit: null,
    quantityMilli: 1000,
    stepMilli: 1000,
    unitPriceMinor: 1_050 + id.charCodeAt(0),
    modifiers: [],
    taxes: [{ name: 'GST', rate: 150_000, inclusive: true }],
    discount: null,
    note: '',
  };
}
