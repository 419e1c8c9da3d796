import { divideHalfUp } from '../decimal.ts';

export type RefundedQuantity = {
  /** What was sold, in thousandths. */
  readonly quantityMilli: bigint;
  readonly refundedBeforeMilli: bigint;
  readonly refundNowMilli: bigint;
};

/**
 * What of a line's amount goes back with a part of its quantity: the rounded share of all that has come back so far,
 * less the share that went back before. However it is parted, all of the quantity gives all of the amount, to the minor unit.
 */
export function refundShare(
  amountMinor: bigint,
  { quantityMilli, refundedBeforeMilli, refundNowMilli }: RefundedQuantity,
): bigint {
  const refundedMilli = refundedBeforeMilli + refundNowMilli;
  if (amountMinor < 0n || quantityMilli <= 0n)
    throw new RangeError('what is refunded has a quantity above zero and an amount of zero or more');
  if (refundedBeforeMilli < 0n || refundNowMilli < 0n || refundedMilli > quantityMilli)
    throw new RangeError('no more can be refunded than was sold');
  return (
    divideHalfUp(amountMinor * refundedMilli, quantityMilli) -
    divideHalfUp(amountMinor * refundedBeforeMilli, quantityMilli)
  );
}

/** A line of a sale: what it cost, and how much of it comes back. */
export type ReturningLine = RefundedQuantity & { readonly totalMinor: bigint };

/**
 * What of an amount that belongs to several lines together, as the rounding of cash does, goes back with goods of them: by what the goods
 * cost, or by their quantity where none cost anything. However they come back, all of them give all of it.
 */
export function shareWithGoods(amountMinor: bigint, lines: readonly ReturningLine[]): bigint {
  const isFree = lines.every(({ totalMinor }) => totalMinor === 0n);
  const worthOf = (line: ReturningLine): bigint => (isFree ? line.quantityMilli : line.totalMinor);
  const whole = lines.reduce((sum, line) => sum + worthOf(line), 0n);
  if (whole === 0n) return 0n;
  const back = (milliOf: (line: ReturningLine) => bigint): bigint => {
    const part = lines.reduce((sum, line) => {
      const share = {
        quantityMilli: line.quantityMilli,
        refundedBeforeMilli: 0n,
        refundNowMilli: milliOf(line),
      };
      return sum + refundShare(worthOf(line), share);
    }, 0n);
    return divideHalfUp(amountMinor * part, whole);
  };
  return (
    back(({ refundedBeforeMilli, refundNowMilli }) => refundedBeforeMilli + refundNowMilli) -
    back(({ refundedBeforeMilli }) => refundedBeforeMilli)
  );
}
