import { refundShare, shareWithGoods } from '@cottontree/contract';
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

/** What goes back for so much of a line, with its share of what the cash was rounded by: the rule by which the server reckons. */
export function shareMinor(sale: MadeSale, lines: readonly MadeLine[], { line, wantedMilli }: Back): number {
  return goodsMinor(roundingOf(sale.payments), lines, { line: line.line, wantedMilli });
}

type Returning = Pick<MadeLine, 'line' | 'quantityMilli' | 'refundedMilli' | 'totalMinor'>;

/** What goods cost that come back of one line, with their share of what the cash of all was rounded by. */
export function goodsMinor(
  roundingMinor: number,
  lines: readonly Returning[],
  { line, wantedMilli }: { readonly line: number; readonly wantedMilli: number },
): number {
  const returning = lines.map((one) => ({
    line: one.line,
    totalMinor: BigInt(one.totalMinor),
    quantityMilli: BigInt(one.quantityMilli),
    refundedBeforeMilli: BigInt(one.refundedMilli),
    refundNowMilli: BigInt(one.line === line ? wantedMilli : 0),
  }));
  const back = returning.find((one) => one.line === line);
  const goods = back ? refundShare(back.totalMinor, back) : 0n;
  return Math.max(0, Number(goods + shareWithGoods(BigInt(roundingMinor), returning)));
}

/** Whether all of its money lies in the drawer. */
export function isAllCash({ payments }: MadeSale): boolean {
  return payments.every(({ channel }) => channel === 'cash');
}
