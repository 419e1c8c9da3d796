import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundShare, shareWithGoods } from './refund-share.ts';

test('a third of 1.00 comes back as 0.33, 0.34 and 0.33, whoever counts', () => {
  const shares = [0n, 1_000n, 2_000n].map((refundedBeforeMilli) =>
    refundShare(100n, { quantityMilli: 3_000n, refundedBeforeMilli, refundNowMilli: 1_000n }),
  );
  expect(shares).toEqual([33n, 34n, 33n]);
});

test('however a quantity comes back, all of it gives all of the amount and never anything below zero', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 16n),
      fc.array(fc.bigInt(1n, 100_000n), { minLength: 1, maxLength: 12 }),
      (amount, parts) => {
        const quantityMilli = parts.reduce((sum, part) => sum + part, 0n);
        let refundedBeforeMilli = 0n;
        let back = 0n;
        for (const refundNowMilli of parts) {
          const share = refundShare(amount, { quantityMilli, refundedBeforeMilli, refundNowMilli });
          expect(share).toBeGreaterThanOrEqual(0n);
          back += share;
          refundedBeforeMilli += refundNowMilli;
        }
        expect(back).toBe(amount);
      },
    ),
    { numRuns: 500 },
  );
});

test('more than was sold, or less than nothing, is no part of it', () => {
  const sold = { quantityMilli: 3_000n, refundedBeforeMilli: 2_000n, refundNowMilli: 1_000n };
  for (const wrong of [
    { refundNowMilli: 1_001n },
    { refundNowMilli: -1n },
    { refundedBeforeMilli: -1n },
    { quantityMilli: 0n },
  ])
    expect(() => refundShare(100n, { ...sold, ...wrong })).toThrow(RangeError);
  expect(() => refundShare(-1n, sold)).toThrow(RangeError);
});

test('0.20 that cash was rounded up by goes back with two equal lines in halves, and all of it however goods come back', () => {
  const line = { quantityMilli: 1_000n, refundedBeforeMilli: 0n, refundNowMilli: 0n, totalMinor: 2_315n };
  expect(shareWithGoods(20n, [{ ...line, refundNowMilli: 1_000n }, line])).toBe(10n);
  const free = { ...line, totalMinor: 0n };
  expect(shareWithGoods(-20n, [{ ...free, refundNowMilli: 1_000n }, free])).toBe(-10n);
  expect(shareWithGoods(20n, [])).toBe(0n);
  fc.assert(
    fc.property(
      fc.bigInt(-99n, 99n),
      fc.array(fc.tuple(fc.bigInt(0n, 100_000n), fc.array(fc.bigInt(1n, 9_000n), { minLength: 1 })), {
        minLength: 1,
        maxLength: 5,
      }),
      (amount, sold) => {
        const lines = sold.map(([totalMinor, parts]) => ({
          totalMinor,
          quantityMilli: parts.reduce((sum, part) => sum + part, 0n),
          refundedBeforeMilli: 0n,
          refundNowMilli: 0n,
        }));
        let back = 0n;
        sold.forEach(([, parts], at) => {
          for (const refundNowMilli of parts) {
            const now = lines.map((one, index) => (index === at ? { ...one, refundNowMilli } : one));
            back += shareWithGoods(amount, now);
            const [came] = now.slice(at);
            if (came)
              lines[at] = {
                ...came,
                refundedBeforeMilli: came.refundedBeforeMilli + refundNowMilli,
                refundNowMilli: 0n,
              };
          }
        });
        expect(back).toBe(amount);
      },
    ),
    { numRuns: 200 },
  );
});
