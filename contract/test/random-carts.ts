import * as fc from 'fast-check';
import type { Cart, CartLine, Reduction, TaxRule } from '../src/totals/cart.ts';

const rate = fc.oneof(
  fc.constantFrom(0n, 50_000n, 150_000n, 175_000n, 1_000_000n),
  fc.bigInt(0n, 1_200_000n),
);
const minor = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 100_000n), fc.bigInt(0n, 999_999_999_999_999n));
const reduction: fc.Arbitrary<Reduction> = fc.oneof(
  fc.record({ type: fc.constant('percent' as const), rate }),
  fc.record({ type: fc.constant('fixed' as const), amountMinor: minor }),
);
const maybe = fc.option(reduction, { freq: 2 });
/** Few names and rates, so that lines often share a rule. */
const rules: fc.Arbitrary<readonly TaxRule[]> = fc.array(
  fc.record({
    name: fc.constantFrom('GST', 'Levy'),
    rate: fc.constantFrom(0n, 25_000n, 150_000n, 333_333n),
    inclusive: fc.boolean(),
  }),
  { maxLength: 3 },
);
const quantity = fc.oneof(
  fc.bigInt(0n, 6n).map((units) => units * 1_000n),
  fc.bigInt(0n, 100_000n),
);

export const cartLine: fc.Arbitrary<CartLine> = fc.record({
  quantityMilli: quantity,
  unitPriceMinor: minor,
  discount: maybe,
  taxes: rules,
});

/** Carts of every kind that a request can describe. */
export const anyCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(cartLine, { maxLength: 9 }),
  discount: maybe,
  serviceCharge: fc.option(fc.record({ charge: reduction, taxes: rules })),
  tipMinor: minor,
  taxRounding: fc.constantFrom('document' as const, 'line' as const),
});

const few = fc.bigInt(0n, 6n);
const fewOff = fc.option(fc.record({ type: fc.constant('fixed' as const), amountMinor: few }));

/** Carts of a few cents, in which many lines have the same claim to a cent. */
export const tiedCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(
    fc.record({
      quantityMilli: fc.constantFrom(1_000n, 2_000n, 500n),
      unitPriceMinor: few,
      discount: fewOff,
      taxes: fc.subarray([
        { name: 'GST', rate: 500_000n, inclusive: false },
        { name: 'Levy', rate: 1_000_000n, inclusive: true },
      ]),
    }),
    { minLength: 2, maxLength: 7 },
  ),
  discount: fewOff,
  serviceCharge: fc.constant(null),
  tipMinor: fc.constant(0n),
  taxRounding: fc.constant('document' as const),
});
