import { refundShare } from '@cottontree/contract';
import { quantityText, type CartLine } from '../cart/cart.ts';
import { roundingOf } from '../cart/sale-body.ts';
import { totalsOf, type Rules } from '../cart/totals.ts';
import type { MadeSale } from '../data/till-store.ts';

/** A line of a sale that this till made, as it can come back. */
export type MadeLine = {
  /** From 1, as the server numbers them. */
  readonly line: number;
  readonly name: string;
  readonly variantId: string | null;
  readonly quantityMilli: number;
  readonly refundedMilli: number;
  readonly totalMinor: number;
};

export function madeLines(sale: MadeSale, rules: Pick<Rules, 'taxRounding'>): readonly MadeLine[] {
  const { lines } = totalsOf(sale.cart, rules);
  return sale.cart.lines.map((line: CartLine, at): MadeLine => ({
    line: at + 1,
    name: line.name,
    variantId: line.variantId,
    quantityMilli: line.quantityMilli,
    refundedMilli: sale.refunded?.[at + 1] ?? 0,
    totalMinor: Number(lines[at]?.totalMinor ?? 0n),
  }));
}

export function leftText({ quantityMilli, refundedMilli }: MadeLine): string {
  return quantityText(quantityMilli - refundedMilli);
}

type Back = { readonly line: MadeLine; readonly wantedMilli: number };

/** What goes back for so much of a line: the rule by which the server reckons. With the last of a sale goes what its cash was rounded by. */
export function shareMinor(sale: MadeSale, lines: readonly MadeLine[], { line, wantedMilli }: Back): number {
  const { totalMinor, quantityMilli, refundedMilli } = line;
  const isLast = lines.every(
    (one) => one.quantityMilli === one.refundedMilli + (one.line === line.line ? wantedMilli : 0),
  );
  const share = refundShare(BigInt(totalMinor), {
    quantityMilli: BigInt(quantityMilli),
    refundedBeforeMilli: BigInt(refundedMilli),
    refundNowMilli: BigInt(wantedMilli),
  });
  return Number(share) + (isLast ? roundingOf(sale.payments) : 0);
}

/** Whether all of its money lies in the drawer. */
export function isAllCash({ payments }: MadeSale): boolean {
  return payments.every(({ channel }) => channel === 'cash');
}
