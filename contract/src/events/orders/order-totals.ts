import { percentOf, type Rate } from '../../money.ts';
import { shareOut, sumOf } from '../../totals/share-out.ts';

/** What a promo code takes off: a share of what it is for, or an amount of it. */
export type PromoTerms =
  | { readonly kind: 'percent'; readonly rate: Rate }
  | { readonly kind: 'amount'; readonly minor: bigint };

export type PricedLine = {
  readonly unitPrice: bigint;
  readonly quantity: number;
  /** Whether the promo code is for this line. */ readonly promoted: boolean;
};

export type LineTotals = { readonly subtotal: bigint; readonly discount: bigint; readonly total: bigint };
export type OrderTotals = {
  readonly lines: readonly LineTotals[];
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly fees: bigint;
  readonly tax: bigint;
  readonly total: bigint;
};

/**
 * What an order of tickets costs, in minor units. The discount is computed once, on the sum of the lines it is for, and
 * falls to them by largest remainder, so that the lines add up to the total. Fees and tax are none: prices are what buyers pay.
 */
export function orderTotals(lines: readonly PricedLine[], promo: PromoTerms | null): OrderTotals {
  const subtotals = lines.map(({ unitPrice, quantity }) => unitPrice * BigInt(quantity));
  const bases = lines.map(({ promoted }, index) => (promo && promoted ? (subtotals[index] ?? 0n) : 0n));
  const discounts = shareOut(discountOn(sumOf(bases), promo), bases);
  const priced = subtotals.map((subtotal, index) => {
    const discount = discounts[index] ?? 0n;
    return { subtotal, discount, total: subtotal - discount };
  });
  const subtotal = sumOf(subtotals);
  const discount = sumOf(discounts);
  return { lines: priced, subtotal, discount, fees: 0n, tax: 0n, total: subtotal - discount };
}

/** What each of `quantity` tickets of a line costs; together exactly the line. */
export function ticketPrices(total: bigint, quantity: number): readonly bigint[] {
  return shareOut(
    total,
    Array.from({ length: quantity }, () => 1n),
  );
}

function discountOn(base: bigint, promo: PromoTerms | null): bigint {
  if (!promo) return 0n;
  const wanted = promo.kind === 'percent' ? percentOf(base, promo.rate) : promo.minor;
  return wanted < base ? wanted : base;
}
