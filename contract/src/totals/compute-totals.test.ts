import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCart, cartLine, tiedCart } from '../../test/random-carts.ts';
import { expectTotals, keyOf, total } from '../../test/totals-oracle.ts';
import type { Cart, CartLine, TaxRule, Totals } from './cart.ts';
import { computeTotals } from './compute-totals.ts';

const RUNS = 600;
/** A failure names the seed and the smallest cart that shows it. */
const hold = <T>(carts: fc.Arbitrary<T>, promise: (given: T) => void): void =>
  fc.assert(fc.property(carts, promise), { numRuns: RUNS });

const GST: TaxRule = { name: 'GST', rate: 150_000n, inclusive: false };
const IN: TaxRule = { ...GST, inclusive: true };
const line = (
  unitPriceMinor: bigint,
  taxes: readonly TaxRule[] = [],
  more: Partial<CartLine> = {},
): CartLine => ({ quantityMilli: 1_000n, unitPriceMinor, discount: null, taxes, ...more });
const cart = (lines: readonly CartLine[], more: Partial<Cart> = {}): Cart => ({
  lines,
  discount: null,
  serviceCharge: null,
  tipMinor: 0n,
  taxRounding: 'document',
  ...more,
});
const columns = (totals: Totals, name: keyof Totals['lines'][number]): readonly bigint[] =>
  totals.lines.map((one) => one[name]);

describe('what a cart costs', () => {
  test('is nothing for an empty one', () => {
    expect(computeTotals(cart([]))).toMatchObject({
      lines: [],
      taxes: [],
      subtotalMinor: 0n,
      taxMinor: 0n,
      totalMinor: 0n,
    });
  });

  test('adds tax on top of prices, or takes it out of them', () => {
    expect(computeTotals(cart([line(10_000n, [GST])]))).toMatchObject({
      totalMinor: 11_500n,
      taxMinor: 1_500n,
      taxes: [{ baseMinor: 10_000n, taxMinor: 1_500n }],
    });
    expect(computeTotals(cart([line(11_500n, [IN])]))).toMatchObject({
      totalMinor: 11_500n,
      taxMinor: 1_500n,
      taxes: [{ baseMinor: 10_000n, taxMinor: 1_500n }],
    });
  });

  test('rounds tax once: three lines of 0.33 at 15 % are 0.15 however many lines, and ten of 0.03 are 0.05, or nothing where each line rounds for itself', () => {
    const three = [line(33n, [GST]), line(33n, [GST]), line(33n, [GST])];
    const document = computeTotals(cart(three));
    expect([document.taxMinor, columns(document, 'taxMinor')]).toEqual([15n, [5n, 5n, 5n]]);
    const ten = Array.from({ length: 10 }, () => line(3n, [GST]));
    expect(computeTotals(cart(ten)).taxMinor).toBe(5n);
    expect(computeTotals(cart(ten, { taxRounding: 'line' })).taxMinor).toBe(0n);
  });

  test('rounds halves up: half a unit of 0.01 costs 0.01', () => {
    expect(
      computeTotals(cart([line(1n, [], { quantityMilli: 500n }), line(1n, [], { quantityMilli: 499n })]))
        .totalMinor,
    ).toBe(1n);
  });

  test('lets no discount be more than there is', () => {
    const off = computeTotals(
      cart(
        [
          line(500n, [], { discount: { type: 'fixed', amountMinor: 900n } }),
          line(700n, [], { discount: { type: 'percent', rate: 2_000_000n } }),
          line(100n),
        ],
        { discount: { type: 'fixed', amountMinor: 5_000n } },
      ),
    );
    expect(off).toMatchObject({ totalMinor: 0n, discountMinor: 1_300n });
    expect(columns(off, 'orderDiscountMinor')).toEqual([0n, 0n, 100n]);
  });

  test('spreads the discount of the whole so that the lines add up: 1.00 over three lines of 1.00', () => {
    const spread = computeTotals(
      cart([line(100n), line(100n), line(100n)], { discount: { type: 'fixed', amountMinor: 100n } }),
    );
    expect(columns(spread, 'orderDiscountMinor')).toEqual([34n, 33n, 33n]);
    expect(spread.totalMinor).toBe(200n);
  });

  test('gives a cent that two lines have the same claim to to the dearer one, wherever it stands', () => {
    const off = { discount: { type: 'fixed', amountMinor: 2n } } as const;
    expect(columns(computeTotals(cart([line(1n), line(3n)], off)), 'orderDiscountMinor')).toEqual([0n, 2n]);
    expect(columns(computeTotals(cart([line(3n), line(1n)], off)), 'orderDiscountMinor')).toEqual([2n, 0n]);
  });

  test('takes several taxes of a line from the same base', () => {
    const two = computeTotals(
      cart([
        line(12_000n, [
          IN,
          { name: 'Levy', rate: 50_000n, inclusive: true },
          { name: 'City', rate: 10_000n, inclusive: false },
        ]),
      ]),
    );
    expect(two.taxes.map(({ name, baseMinor, taxMinor }) => [name, baseMinor, taxMinor])).toEqual([
      ['City', 10_000n, 100n],
      ['GST', 10_000n, 1_500n],
      ['Levy', 10_000n, 500n],
    ]);
    expect(two).toMatchObject({
      totalMinor: 12_100n,
      lines: [{ netMinor: 12_000n, taxMinor: 2_100n, totalMinor: 12_100n }],
    });
  });

  test('counts a rule that a line has twice once', () => {
    expect(computeTotals(cart([line(100n, [GST, { ...GST }])])).taxMinor).toBe(15n);
  });

  test('adds a service charge and its tax, and a tip that nobody taxes', () => {
    const dinner = computeTotals(
      cart([line(10_000n, [GST])], {
        serviceCharge: { charge: { type: 'percent', rate: 100_000n }, taxes: [GST] },
        tipMinor: 700n,
      }),
    );
    expect(dinner).toMatchObject({
      serviceChargeMinor: 1_000n,
      serviceChargeTaxMinor: 150n,
      serviceChargeTotalMinor: 1_150n,
      taxMinor: 1_650n,
      tipMinor: 700n,
      totalMinor: 13_350n,
    });
    expect(dinner.taxes).toEqual([{ ...GST, baseMinor: 11_000n, taxMinor: 1_650n }]);
    expect(
      computeTotals(
        cart([], { serviceCharge: { charge: { type: 'fixed', amountMinor: 1_150n }, taxes: [IN] } }),
      ),
    ).toMatchObject({ totalMinor: 1_150n, serviceChargeTaxMinor: 150n, serviceChargeTotalMinor: 1_150n });
  });

  test('costs nothing where the quantity is zero', () => {
    expect(computeTotals(cart([line(100n, [GST], { quantityMilli: 0n })]))).toMatchObject({
      totalMinor: 0n,
      taxMinor: 0n,
    });
  });

  test('is exact far beyond what any currency holds', () => {
    const huge = 10n ** 40n;
    expect(computeTotals(cart([line(huge, [GST], { quantityMilli: 3_000n })])).totalMinor).toBe(
      (3n * huge * 115n) / 100n,
    );
  });

  test('is refused below zero', () => {
    const below: readonly Cart[] = [
      cart([line(-1n)]),
      cart([line(1n, [], { quantityMilli: -1n })]),
      cart([line(1n, [{ ...GST, rate: -1n }])]),
      cart([], { tipMinor: -1n }),
      cart([], { discount: { type: 'fixed', amountMinor: -1n } }),
      cart([line(1n, [], { discount: { type: 'percent', rate: -1n } })]),
      cart([], { serviceCharge: { charge: { type: 'fixed', amountMinor: -1n }, taxes: [] } }),
      cart([], {
        serviceCharge: { charge: { type: 'fixed', amountMinor: 1n }, taxes: [{ ...GST, rate: -1n }] },
      }),
    ];
    for (const wrong of below) expect(() => computeTotals(wrong)).toThrow(RangeError);
  });
});

describe('for any cart', () => {
  test('a second reckoning in fractions comes to the same', () => {
    hold(anyCart, (given) => {
      const got = computeTotals(given);
      const expected = expectTotals(given, columns(got, 'netMinor'));
      expect(got).toMatchObject({
        subtotalMinor: expected.subtotalMinor,
        discountMinor: expected.discountMinor,
        serviceChargeMinor: expected.serviceChargeMinor,
        totalMinor: expected.totalMinor,
        taxMinor: total([...expected.taxes.values()]),
      });
      expect(new Map(got.taxes.map((tax) => [keyOf(tax), tax.taxMinor]))).toEqual(expected.taxes);
    });
  });

  test('the lines, the service charge and the tip are the total, to the cent', () => {
    hold(anyCart, (given) => {
      const got = computeTotals(given);
      expect(total(columns(got, 'totalMinor')) + got.serviceChargeTotalMinor + got.tipMinor).toBe(
        got.totalMinor,
      );
      expect(total(columns(got, 'taxMinor')) + got.serviceChargeTaxMinor).toBe(got.taxMinor);
      expect(total(got.taxes.map(({ taxMinor }) => taxMinor))).toBe(got.taxMinor);
      expect(total(columns(got, 'grossMinor'))).toBe(got.subtotalMinor);
      expect(total(columns(got, 'discountMinor')) + total(columns(got, 'orderDiscountMinor'))).toBe(
        got.discountMinor,
      );
    });
  });

  test('nothing is below zero, and no line is discounted by more than it costs', () => {
    hold(anyCart, (given) => {
      for (const {
        grossMinor,
        discountMinor,
        orderDiscountMinor,
        netMinor,
        taxMinor,
        totalMinor,
      } of computeTotals(given).lines) {
        for (const amount of [grossMinor, discountMinor, orderDiscountMinor, netMinor, taxMinor, totalMinor])
          expect(amount).toBeGreaterThanOrEqual(0n);
        expect(netMinor).toBe(grossMinor - discountMinor - orderDiscountMinor);
      }
    });
  });

  test('the discount of the whole falls within a cent of its share to the lines of every set of taxes', () => {
    const proportional = (
      amount: bigint,
      { share, weight, whole }: Readonly<Record<'share' | 'weight' | 'whole', bigint>>,
    ): boolean =>
      whole === 0n || (share * whole > amount * weight - whole && share * whole < amount * weight + whole);
    hold(anyCart, (given) => {
      const { lines } = computeTotals(given);
      const setOf = (at: number): string =>
        [...new Set((given.lines[at]?.taxes ?? []).map(keyOf))].toSorted().join();
      const weightOf = (at: number): bigint =>
        (lines[at]?.grossMinor ?? 0n) - (lines[at]?.discountMinor ?? 0n);
      const shareOf = (at: number): bigint => lines[at]?.orderDiscountMinor ?? 0n;
      const all = [...lines.keys()];
      for (const wanted of new Set(all.map(setOf))) {
        const set = all.filter((at) => setOf(at) === wanted);
        const [weight, share] = [total(set.map(weightOf)), total(set.map(shareOf))];
        expect(
          proportional(total(all.map(shareOf)), { share, weight, whole: total(all.map(weightOf)) }),
        ).toBe(true);
        for (const at of set)
          expect(proportional(share, { share: shareOf(at), weight: weightOf(at), whole: weight })).toBe(true);
      }
    });
  });

  test('every line has the same figures wherever it stands in the cart', () => {
    const shuffled = fc.oneof(anyCart, tiedCart).chain((given) =>
      fc.record({
        given: fc.constant(given),
        order: fc.shuffledSubarray([...given.lines.keys()], { minLength: given.lines.length }),
      }),
    );
    hold(shuffled, ({ given, order }) => {
      const before = computeTotals(given);
      const after = computeTotals({ ...given, lines: order.flatMap((at) => given.lines[at] ?? []) });
      expect({ ...after, lines: [] }).toEqual({ ...before, lines: [] });
      const contentOf = (one: CartLine | undefined): string =>
        JSON.stringify(
          [
            one?.quantityMilli,
            one?.unitPriceMinor,
            one?.discount,
            [...new Set(one?.taxes.map(keyOf))].toSorted(),
          ],
          (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
        );
      const figures = (totals: Totals, at: number): string => Object.values(totals.lines[at] ?? {}).join();
      const told = (totals: Totals, contents: readonly (CartLine | undefined)[]): readonly string[] =>
        contents.map((one, at) => `${contentOf(one)} ${figures(totals, at)}`).toSorted();
      expect(
        told(
          after,
          order.map((at) => given.lines[at]),
        ),
      ).toEqual(told(before, given.lines));
    });
  });

  test('a line in two parts changes nothing in the document: quantities without line discounts, whole cents', () => {
    const whole = cartLine.map((one) => ({
      ...one,
      discount: null,
      quantityMilli: (one.quantityMilli / 1_000n + 2n) * 1_000n,
    }));
    const split = fc.record({ given: anyCart, one: whole, at: fc.nat(9), part: fc.bigInt(1n, 1_000n) });
    hold(split, ({ given, one, at, part }) => {
      const units = one.quantityMilli / 1_000n;
      const some = (part % (units - 1n)) + 1n;
      const pieces = [some, units - some].map((count) => ({ ...one, quantityMilli: count * 1_000n }));
      const before = computeTotals({
        ...given,
        taxRounding: 'document',
        lines: [...given.lines.slice(0, at), one, ...given.lines.slice(at)],
      });
      const after = computeTotals({
        ...given,
        taxRounding: 'document',
        lines: [...given.lines.slice(0, at), ...pieces, ...given.lines.slice(at)],
      });
      expect({ ...after, lines: [], serviceChargeTaxMinor: 0n, serviceChargeTotalMinor: 0n }).toEqual({
        ...before,
        lines: [],
        serviceChargeTaxMinor: 0n,
        serviceChargeTotalMinor: 0n,
      });
    });
  });

  test('taxes within prices never change what is paid', () => {
    hold(anyCart, (given) => {
      const inside = (rules: readonly TaxRule[]): readonly TaxRule[] =>
        rules.map((rule) => ({ ...rule, inclusive: true }));
      const got = computeTotals({
        ...given,
        lines: given.lines.map((one) => ({ ...one, taxes: inside(one.taxes) })),
        serviceCharge: given.serviceCharge && {
          ...given.serviceCharge,
          taxes: inside(given.serviceCharge.taxes),
        },
      });
      expect(got.totalMinor).toBe(total(columns(got, 'netMinor')) + got.serviceChargeMinor + got.tipMinor);
    });
  });

  test('a price with one tax in it is exactly its base and its tax', () => {
    hold(anyCart, (given) => {
      for (const rate of [150_000n, 1_000_000n]) {
        const got = computeTotals({
          ...given,
          taxRounding: 'document',
          serviceCharge: null,
          lines: given.lines.map((one) => ({ ...one, taxes: [{ ...IN, rate }] })),
        });
        for (const { baseMinor, taxMinor } of got.taxes)
          expect(baseMinor + taxMinor).toBe(total(columns(got, 'netMinor')));
      }
    });
    expect(computeTotals(cart([line(1n, [{ ...IN, rate: 1_000_000n }])])).taxes).toMatchObject([
      { baseMinor: 0n, taxMinor: 1n },
    ]);
  });
});
