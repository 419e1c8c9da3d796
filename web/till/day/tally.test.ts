import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedMinor, freshTally, withMove, withRefund, withSale } from './tally.ts';

const minor = fc.integer({ min: 0, max: 1_000_000 });
const act = fc.oneof(
  fc.record({
    kind: fc.constant('sale' as const),
    cash: minor,
    other: minor,
    rounding: fc.integer({ min: -49, max: 49 }),
  }),
  fc.record({ kind: fc.constant('refund' as const), cash: minor }),
  fc.record({
    kind: fc.constantFrom('pay_in' as const, 'pay_out' as const, 'drop' as const, 'no_sale' as const),
    cash: minor,
  }),
);

test('whatever happens at a drawer, it should hold what went in less what went out', () => {
  fc.assert(
    fc.property(minor, fc.array(act, { maxLength: 40 }), (float, acts) => {
      let [tally, holds] = [freshTally(float), float];
      for (const one of acts) {
        if (one.kind === 'sale') {
          const { cash, other, rounding } = one;
          tally = withSale(tally, [
            { channel: 'external', amountMinor: other, reference: '' },
            { channel: 'cash', amountMinor: cash, tenderedMinor: cash + 500, roundingMinor: rounding },
          ]);
          holds += cash + rounding;
        } else if (one.kind === 'refund') {
          tally = withRefund(tally, one.cash);
          holds -= one.cash;
        } else {
          tally = withMove(tally, one.kind, one.cash);
          if (one.kind !== 'no_sale') holds += one.kind === 'pay_in' ? one.cash : -one.cash;
        }
      }
      expect(expectedMinor(tally)).toBe(holds);
    }),
  );
});
