import { computeTotals, parseRate, type Cart, type TaxRule } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  apportionRefund,
  leftOf,
  type Apportioned,
  type RefundableSale,
  type RefundedSoFar,
} from './apportion-refund.ts';

const NOTHING: RefundedSoFar = {
  amountMinor: 0n,
  looseMinor: 0n,
  tipMinor: 0n,
  serviceChargeMinor: 0n,
  discountMinor: 0n,
  cashRoundingMinor: 0n,
  taxes: [],
  quantities: new Map(),
};

function rateOf(percent: number): bigint {
  const parsed = parseRate(percent);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.rate;
}

const GST: TaxRule = { name: 'GST', rate: rateOf(15), inclusive: true };
const LEVY: TaxRule = { name: 'Levy', rate: rateOf(2.5), inclusive: false };

function sold(cart: Cart, cashRoundingMinor = 0n): RefundableSale {
  const totals = computeTotals(cart);
  return {
    lines: cart.lines.map(({ quantityMilli, taxes }, at) => ({
      line: at + 1,
      quantityMilli,
      totalMinor: totals.lines[at]?.totalMinor ?? 0n,
      taxes,
    })),
    taxes: totals.taxes,
    serviceChargeMinor: totals.serviceChargeMinor,
    serviceTotalMinor: totals.serviceChargeTotalMinor,
    serviceTax:
      cart.serviceCharge?.taxes[0] === undefined
        ? null
        : { ...cart.serviceCharge.taxes[0], taxMinor: totals.serviceChargeTaxMinor },
    discountMinor: totals.discountMinor,
    tipMinor: totals.tipMinor,
    cashRoundingMinor,
    paidMinor: totals.totalMinor + cashRoundingMinor,
  };
}

function cartOf(
  lines: readonly (readonly [quantity: bigint, price: bigint, ...taxes: TaxRule[]])[],
  more: Partial<Cart> = {},
): Cart {
  return {
    lines: lines.map(([quantityMilli, unitPriceMinor, ...taxes]) => ({
      quantityMilli,
      unitPriceMinor,
      discount: null,
      taxes,
    })),
    discount: null,
    serviceCharge: null,
    tipMinor: 0n,
    taxRounding: 'document',
    ...more,
  };
}

function add(before: RefundedSoFar, now: Apportioned): RefundedSoFar {
  const quantities = new Map(before.quantities);
  for (const { line, quantityMilli } of now.items)
    quantities.set(line, (quantities.get(line) ?? 0n) + quantityMilli);
  return {
    amountMinor: before.amountMinor + now.amountMinor,
    looseMinor: before.looseMinor + now.looseMinor,
    tipMinor: before.tipMinor + now.tipMinor,
    serviceChargeMinor: before.serviceChargeMinor + now.serviceChargeMinor,
    discountMinor: before.discountMinor + now.discountMinor,
    cashRoundingMinor: before.cashRoundingMinor + now.cashRoundingMinor,
    quantities,
    taxes: now.taxes.map(({ baseMinor, taxMinor }, at) => ({
      baseMinor: baseMinor + (before.taxes[at]?.baseMinor ?? 0n),
      taxMinor: taxMinor + (before.taxes[at]?.taxMinor ?? 0n),
    })),
  };
}

describe('a refund of goods', () => {
  test('of one of three for 10.00 gives 3.33, then 3.34, then 3.33', () => {
    const sale = sold({ ...cartOf([[3_000n, 334n]]), discount: { type: 'fixed', amountMinor: 2n } });
    let before = NOTHING;
    const amounts = [1, 2, 3].map(() => {
      const now = apportionRefund(sale, before, {
        items: [{ line: 1, quantityMilli: 1_000n }],
        looseMinor: null,
        tip: false,
      });
      before = add(before, now);
      return now.amountMinor;
    });
    expect(amounts).toEqual([333n, 334n, 333n]);
  });

  test('leaves the tip with whoever served, unless it is asked for', () => {
    const sale = sold(cartOf([[1_000n, 1_000n]], { tipMinor: 150n }));
    const items = [{ line: 1, quantityMilli: 1_000n }];
    expect(apportionRefund(sale, NOTHING, { items, looseMinor: null, tip: false })).toMatchObject({
      amountMinor: 1_000n,
      tipMinor: 0n,
    });
    expect(apportionRefund(sale, NOTHING, { items, looseMinor: null, tip: true })).toMatchObject({
      amountMinor: 1_150n,
      tipMinor: 150n,
    });
  });

  test('gives the rounding of cash back as it was recorded', () => {
    const sale = sold(
      cartOf([
        [1_000n, 1_001n],
        [1_000n, 1n],
      ]),
      -2n,
    );
    const first = apportionRefund(sale, NOTHING, {
      items: [{ line: 1, quantityMilli: 1_000n }],
      looseMinor: null,
      tip: false,
    });
    const second = apportionRefund(sale, add(NOTHING, first), {
      items: [{ line: 2, quantityMilli: 1_000n }],
      looseMinor: null,
      tip: false,
    });
    expect([
      first.amountMinor,
      first.cashRoundingMinor,
      second.amountMinor,
      second.cashRoundingMinor,
    ]).toEqual([999n, -2n, 1n, 0n]);
  });

  test('takes of each tax what the goods bore of it', () => {
    const sale = sold(
      cartOf([
        [2_000n, 1_150n, GST],
        [1_000n, 1_000n, LEVY],
      ]),
    );
    const now = apportionRefund(sale, NOTHING, {
      items: [{ line: 1, quantityMilli: 1_000n }],
      looseMinor: null,
      tip: false,
    });
    expect(sale.taxes.map(({ name }, at) => [name, now.taxes[at]?.taxMinor])).toEqual([
      ['GST', 150n],
      ['Levy', 0n],
    ]);
  });

  test('of half of what cost 300.00 with its tax is 150.00 in base and tax together', () => {
    const sale = sold(cartOf([[2_000n, 15_000n, GST]]));
    const half = { baseMinor: 13_043n, taxMinor: 1_957n };
    const goods = { items: [{ line: 1, quantityMilli: 1_000n }], looseMinor: null, tip: false };
    const first = apportionRefund(sale, NOTHING, goods);
    expect(first).toMatchObject({ amountMinor: 15_000n, taxes: [half] });
    expect(apportionRefund(sale, add(NOTHING, first), goods).taxes).toEqual([
      { baseMinor: 13_044n, taxMinor: 1_956n },
    ]);
    expect(apportionRefund(sale, NOTHING, { items: [], looseMinor: 15_000n, tip: false }).taxes).toEqual([
      half,
    ]);
  });

  test('gives the tax of the service charge back with any goods, taxed or not', () => {
    const sale = sold(
      cartOf(
        [
          [1_000n, 10_000n, LEVY],
          [1_000n, 10_000n],
        ],
        {
          serviceCharge: { charge: { type: 'fixed', amountMinor: 2_000n }, taxes: [LEVY] },
        },
      ),
    );
    const untaxed = apportionRefund(sale, NOTHING, {
      items: [{ line: 2, quantityMilli: 1_000n }],
      looseMinor: null,
      tip: false,
    });
    expect(untaxed.taxes).toEqual([{ baseMinor: untaxed.amountMinor - 10_000n - 25n, taxMinor: 25n }]);
  });

  test('after money without goods gives only what is left', () => {
    const sale = sold(cartOf([[1_000n, 1_000n, GST]]));
    const first = apportionRefund(sale, NOTHING, { items: [], looseMinor: 300n, tip: false });
    expect(first).toMatchObject({ amountMinor: 300n, taxes: [{ taxMinor: 39n }] });
    expect(
      apportionRefund(sale, add(NOTHING, first), {
        items: [{ line: 1, quantityMilli: 1_000n }],
        looseMinor: null,
        tip: false,
      }),
    ).toMatchObject({ amountMinor: 700n, taxes: [{ taxMinor: 91n }] });
  });
});

const aLine = fc.record({
  quantityMilli: fc.bigInt(1n, 20_000n),
  unitPriceMinor: fc.bigInt(0n, 500_000n),
  taxes: fc.subarray([GST, LEVY]),
  discount: fc.option(fc.record({ type: fc.constant('percent' as const), rate: fc.bigInt(0n, 1_000_000n) }), {
    nil: null,
  }),
});
const aCart = fc.record({
  lines: fc.array(aLine, { minLength: 1, maxLength: 6 }),
  discount: fc.option(
    fc.record({ type: fc.constant('fixed' as const), amountMinor: fc.bigInt(0n, 100_000n) }),
    { nil: null },
  ),
  serviceCharge: fc.option(
    fc.record({
      charge: fc.record({ type: fc.constant('percent' as const), rate: fc.bigInt(0n, 300_000n) }),
      taxes: fc.constantFrom([], [GST], [LEVY]),
    }),
    { nil: null },
  ),
  tipMinor: fc.bigInt(0n, 10_000n),
  taxRounding: fc.constantFrom('document' as const, 'line' as const),
});
const steps = fc.array(
  fc.record({ line: fc.nat(5), part: fc.double({ min: 0.01, max: 1, noNaN: true }), loose: fc.boolean() }),
  { maxLength: 12 },
);

test('in whatever parts and order a sale comes back, its refunds add up to it in every figure', () => {
  fc.assert(
    fc.property(aCart, steps, fc.integer({ min: -25, max: 25 }), (cart, parts, rounding) => {
      const total = computeTotals(cart).totalMinor - cart.tipMinor;
      const sale = sold(cart, BigInt(rounding) > -total ? BigInt(rounding) : 0n);
      let before = NOTHING;
      for (const { line, part, loose } of parts) {
        const left = leftOf(sale, before);
        const index = line % sale.lines.length;
        const of = sale.lines[index];
        const open = (of?.quantityMilli ?? 0n) - (before.quantities.get(index + 1) ?? 0n);
        const quantityMilli = BigInt(Math.ceil(Number(open) * part));
        const looseMinor = BigInt(Math.floor(Number(left.amountMinor - left.tipMinor) * part * 0.2));
        if (loose ? looseMinor <= 0n : quantityMilli <= 0n) continue;
        const now = apportionRefund(
          sale,
          before,
          loose
            ? { items: [], looseMinor, tip: false }
            : { items: [{ line: index + 1, quantityMilli }], looseMinor: null, tip: false },
        );
        expect(now.amountMinor).toBeGreaterThanOrEqual(0n);
        if (now.amountMinor > left.amountMinor - left.tipMinor) continue;
        before = add(before, now);
      }
      const items = sale.lines
        .map(({ line, quantityMilli }) => ({
          line,
          quantityMilli: quantityMilli - (before.quantities.get(line) ?? 0n),
        }))
        .filter(({ quantityMilli }) => quantityMilli > 0n);
      const all = add(before, apportionRefund(sale, before, { items, looseMinor: null, tip: true }));
      expect(leftOf(sale, all)).toEqual({
        amountMinor: 0n,
        looseMinor: 0n,
        tipMinor: 0n,
        serviceChargeMinor: 0n,
        discountMinor: 0n,
        cashRoundingMinor: 0n,
        taxes: sale.taxes.map(() => ({ baseMinor: 0n, taxMinor: 0n })),
      });
    }),
    { numRuns: 500 },
  );
});

const VAT: TaxRule = { name: 'VAT', rate: rateOf(7.5), inclusive: false };
/** One of these lies on all lines, and on the service charge where it is one tax. */
const taxesOnAll = fc.constantFrom([GST], [LEVY], [GST, LEVY], [LEVY, VAT]);
const aTaxedCart = fc.tuple(aCart, taxesOnAll).map(([cart, taxes]): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => ({ ...line, taxes })),
  serviceCharge:
    cart.serviceCharge && taxes.length === 1 ? { charge: cart.serviceCharge.charge, taxes } : null,
}));

test('in whatever parts a sale comes back, base and tax of each are together what goes back', () => {
  fc.assert(
    fc.property(aTaxedCart, steps, fc.integer({ min: -25, max: 25 }), (cart, parts, rounding) => {
      const total = computeTotals(cart).totalMinor - cart.tipMinor;
      const sale = sold(cart, BigInt(rounding) > -total ? BigInt(rounding) : 0n);
      const untaxedMinor = ({ amountMinor, tipMinor, cashRoundingMinor, taxes }: Apportioned): bigint =>
        amountMinor -
        tipMinor -
        cashRoundingMinor -
        taxes.reduce((sum, { taxMinor }) => sum + taxMinor, taxes[0]?.baseMinor ?? 0n);
      let before = NOTHING;
      for (const { line, part, loose } of parts) {
        const left = leftOf(sale, before);
        const index = line % sale.lines.length;
        const open = (sale.lines[index]?.quantityMilli ?? 0n) - (before.quantities.get(index + 1) ?? 0n);
        const quantityMilli = BigInt(Math.ceil(Number(open) * part));
        const looseMinor = BigInt(Math.floor(Number(left.amountMinor - left.tipMinor) * part));
        if (loose ? looseMinor <= 0n : quantityMilli <= 0n) continue;
        const now = apportionRefund(sale, before, {
          items: loose ? [] : [{ line: index + 1, quantityMilli }],
          looseMinor: loose ? looseMinor : null,
          tip: false,
        });
        if (now.amountMinor > left.amountMinor - left.tipMinor) continue;
        expect(untaxedMinor(now)).toBe(0n);
        for (const { baseMinor, taxMinor } of now.taxes) {
          expect(baseMinor).toBeGreaterThanOrEqual(0n);
          expect(taxMinor).toBeGreaterThanOrEqual(0n);
        }
        before = add(before, now);
      }
    }),
    { numRuns: 500 },
  );
});

test('without money that belongs to no goods, each refund is the same in whatever order the others came', () => {
  fc.assert(
    fc.property(aCart, (cart) => {
      const sale = sold({ ...cart, tipMinor: 0n });
      const perLine = (order: readonly number[]): bigint[] => {
        let before = NOTHING;
        const got: bigint[] = [];
        for (const at of order) {
          const of = sale.lines[at];
          const now = apportionRefund(sale, before, {
            items: [{ line: at + 1, quantityMilli: of?.quantityMilli ?? 0n }],
            looseMinor: null,
            tip: false,
          });
          got[at] = now.items[0]?.amountMinor ?? 0n;
          before = add(before, now);
        }
        return got;
      };
      const order = sale.lines.map((_, at) => at);
      expect(perLine(order)).toEqual(perLine(order.toReversed()));
    }),
  );
});
