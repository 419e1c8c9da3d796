import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from '../../totals/share-out.ts';
import { orderTotals, ticketPrices } from './order-totals.ts';

const promoted = (unitPrice: bigint, quantity: number) => ({ unitPrice, quantity, promoted: true });

test('an order costs what its tickets cost', () => {
  expect(orderTotals([promoted(25_050n, 2), promoted(10_000n, 1)], null)).toMatchObject({
    subtotal: 60_100n,
    discount: 0n,
    fees: 0n,
    tax: 0n,
    total: 60_100n,
  });
});

test('a percentage is rounded once, on the sum, and falls to the lines so that they add up', () => {
  const totals = orderTotals([promoted(333n, 1), promoted(333n, 1), promoted(334n, 1)], {
    kind: 'percent',
    rate: 105_000n,
  });
  expect(totals).toMatchObject({ subtotal: 1_000n, discount: 105n, total: 895n });
  expect(totals.lines.map(({ discount }) => discount)).toEqual([35n, 35n, 35n]);
});

test('a discount is only on what the code is for, and never more than that costs', () => {
  const totals = orderTotals([promoted(1_000n, 1), { unitPrice: 5_000n, quantity: 1, promoted: false }], {
    kind: 'amount',
    minor: 3_000n,
  });
  expect(totals.lines.map(({ discount, total }) => [discount, total])).toEqual([
    [1_000n, 0n],
    [0n, 5_000n],
  ]);
});

test('whatever is shared out adds up, and no share is more than one unit off its due', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), weights, (amount, given) => {
      const whole = given.reduce((a, b) => a + b, 0n);
      const shares = shareOut(amount, given);
      expect(shares.reduce((a, b) => a + b, 0n)).toBe(whole === 0n ? 0n : amount);
      for (const [index, share] of shares.entries()) {
        const off = share * whole - amount * (given[index] ?? 0n);
        expect(whole === 0n ? share === 0n : off > -whole && off < whole).toBe(true);
      }
    }),
    { examples: [[5n, [0n, 0n]]] },
  );
});

test('the tickets of a line add up to it', () => {
  expect(ticketPrices(1_000n, 3)).toEqual([334n, 333n, 333n]);
  expect(ticketPrices(0n, 2)).toEqual([0n, 0n]);
});
