import {
  computeTotals,
  roundCash,
  type CashRoundingMode,
  type Reduction,
  type TaxRounding,
  type Totals,
} from '@cottontree/contract';
import type { Cart, CartDiscount, CartLine } from './cart.ts';

/** How this shop reckons. */
export type Rules = {
  readonly taxRounding: TaxRounding;
  readonly cashIncrementMinor: number;
  readonly cashRoundingMode: CashRoundingMode;
};

/** What the cart costs: by the function that the server asks, too. */
export function totalsOf(cart: Cart, { taxRounding }: Pick<Rules, 'taxRounding'>): Totals {
  return computeTotals({
    lines: cart.lines.map((line) => ({
      quantityMilli: BigInt(line.quantityMilli),
      unitPriceMinor: BigInt(unitWithModifiers(line)),
      discount: reductionOf(line.discount),
      taxes: line.taxes.map(({ name, rate, inclusive }) => ({ name, rate: BigInt(rate), inclusive })),
    })),
    discount: reductionOf(cart.discount),
    serviceCharge: null,
    tipMinor: BigInt(cart.tipMinor),
    taxRounding,
  });
}

/** For one, with what was chosen. */
export function unitWithModifiers({ unitPriceMinor, modifiers }: CartLine): number {
  return modifiers.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, unitPriceMinor);
}

function reductionOf(discount: CartDiscount | null): Reduction | null {
  if (discount === null) return null;
  return discount.type === 'percent'
    ? { type: 'percent', rate: BigInt(discount.value) }
    : { type: 'fixed', amountMinor: BigInt(discount.value) };
}

/** What is asked for in cash: rounded to the smallest coin. */
export function cashDue(minor: number, { cashIncrementMinor, cashRoundingMode }: Rules): number {
  return Number(
    roundCash(BigInt(minor), { incrementMinor: BigInt(cashIncrementMinor), mode: cashRoundingMode }),
  );
}

const NOTES_MINOR = [500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] as const;
const QUICK_MAX = 3;

/** What people hand over for an amount, besides the exact sum: the next round sums, rising. */
export function quickAmounts(dueMinor: number): readonly number[] {
  const sums = NOTES_MINOR.map((note) => Math.ceil(dueMinor / note) * note);
  return [...new Set(sums)]
    .filter((sum) => sum > dueMinor)
    .sort((a, b) => a - b)
    .slice(0, QUICK_MAX);
}
