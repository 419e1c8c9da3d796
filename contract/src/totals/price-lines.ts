import { divideHalfUp } from '../decimal.ts';
import { percentOf } from '../money.ts';
import type { CartLine, Reduction, TaxRule } from './cart.ts';
import { shareOut, sumOf } from './share-out.ts';
import { compare, distinctRules, ruleKey } from './tax-rules.ts';

/** A line before its tax. */
export type PricedLine = {
  /** Where it stands in the cart. */
  readonly position: number;
  readonly taxes: readonly TaxRule[];
  readonly grossMinor: bigint;
  readonly discountMinor: bigint;
  readonly orderDiscountMinor: bigint;
  readonly netMinor: bigint;
};

type OwnPrice = Omit<PricedLine, 'orderDiscountMinor'> & {
  readonly signature: string;
  readonly line: CartLine;
};

/**
 * The lines with both discounts, in an order that only their content decides (dearest first), so that every cent that
 * must fall somewhere falls to the same line however the cart is sorted.
 */
export function priceLines(lines: readonly CartLine[], discount: Reduction | null): readonly PricedLine[] {
  const own = lines.map(ownPrice).toSorted(compareContent);
  const shares = spreadDiscount(own, discount);
  return own.map(({ position, taxes, grossMinor, discountMinor, netMinor }, index) => {
    const orderDiscountMinor = shares[index] ?? 0n;
    return {
      position,
      taxes,
      grossMinor,
      discountMinor,
      orderDiscountMinor,
      netMinor: netMinor - orderDiscountMinor,
    };
  });
}

/** A discount of at most all there is to discount. */
function reduce(minor: bigint, reduction: Reduction | null): bigint {
  if (reduction === null) return 0n;
  const wanted = reduction.type === 'percent' ? percentOf(minor, reduction.rate) : reduction.amountMinor;
  return wanted < minor ? wanted : minor;
}

function ownPrice(line: CartLine, position: number): OwnPrice {
  const taxes = distinctRules(line.taxes);
  const grossMinor = divideHalfUp(line.unitPriceMinor * line.quantityMilli, 1_000n);
  const discountMinor = reduce(grossMinor, line.discount);
  return {
    position,
    taxes,
    grossMinor,
    discountMinor,
    netMinor: grossMinor - discountMinor,
    signature: taxes.map(ruleKey).join(),
    line,
  };
}

function compareContent(a: OwnPrice, b: OwnPrice): number {
  return (
    compare(b.netMinor, a.netMinor) ||
    compare(b.grossMinor, a.grossMinor) ||
    compare(a.signature, b.signature) ||
    compareLines(a.line, b.line) ||
    a.position - b.position
  );
}

/** Lines that cost the same and are taxed alike. */
function compareLines(a: CartLine, b: CartLine): number {
  return (
    compare(b.unitPriceMinor, a.unitPriceMinor) ||
    compare(b.quantityMilli, a.quantityMilli) ||
    compare(reductionKey(a.discount), reductionKey(b.discount))
  );
}

function reductionKey(reduction: Reduction | null): string {
  if (reduction === null) return '';
  return reduction.type === 'percent' ? `${reduction.rate}%` : String(reduction.amountMinor);
}

/** First over sets of lines that are taxed alike, then within them: parting a line moves nothing from one tax to another. */
function spreadDiscount(lines: readonly OwnPrice[], discount: Reduction | null): readonly bigint[] {
  const spread = lines.map(() => 0n);
  const amount = reduce(sumOf(lines.map(({ netMinor }) => netMinor)), discount);
  if (amount === 0n) return spread;
  const sets = taxedAlike(lines);
  const amounts = shareOut(
    amount,
    sets.map((set) => sumOf(set.map(({ netMinor }) => netMinor))),
  );
  sets.forEach((set, which) => {
    const shares = shareOut(
      amounts[which] ?? 0n,
      set.map(({ netMinor }) => netMinor),
    );
    set.forEach(({ index }, place) => (spread[index] = shares[place] ?? 0n));
  });
  return spread;
}

type Placed = { readonly index: number; readonly netMinor: bigint };

/** The lines by their taxes, in an order of the taxes' own. */
function taxedAlike(lines: readonly OwnPrice[]): readonly (readonly Placed[])[] {
  const sets = new Map<string, Placed[]>();
  lines.forEach(({ signature, netMinor }, index) => {
    const set = sets.get(signature) ?? [];
    set.push({ index, netMinor });
    sets.set(signature, set);
  });
  return [...sets].toSorted(([a], [b]) => compare(a, b)).map(([, set]) => set);
}
