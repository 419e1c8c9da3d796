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
