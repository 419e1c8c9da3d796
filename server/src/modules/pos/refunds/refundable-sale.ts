import { linesOf, taxLinesOf, termsOf } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import type { RefundableSale, RefundedSoFar } from './apportion-refund.ts';
import { refundedLinesOf, refundedTaxesOf } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

/** What there is to share out of a sale. */
export function refundableOf(row: SaleRow): RefundableSale {
  return {
    lines: linesOf(row).map(({ line, quantity, total, taxes }) => ({
      line,
      quantityMilli: BigInt(quantity),
      totalMinor: BigInt(total),
      taxes: taxes.map(({ name, rate, inclusive }) => ({ name, rate: BigInt(rate), inclusive })),
    })),
    taxes: taxLinesOf(row).map(({ name, rate, inclusive, base, amount }) => ({
      name,
      rate: BigInt(rate),
      inclusive,
      baseMinor: BigInt(base),
      taxMinor: BigInt(amount),
    })),
    serviceChargeMinor: row.service_charge,
    serviceTotalMinor: BigInt(termsOf(row).service_total),
    discountMinor: row.discount,
    tipMinor: row.tip,
    cashRoundingMinor: row.cash_rounding,
    paidMinor: row.amount_paid,
  };
}

/** What refunds that did not fail gave back of it, or are about to. */
export function refundedOf(refunds: readonly SaleRefundRow[]): RefundedSoFar {
  const counted = refunds.filter(({ status }) => status !== 'failed');
  const sum = (figure: (row: SaleRefundRow) => bigint): bigint =>
    counted.reduce((total, row) => total + figure(row), 0n);
  const quantities = new Map<number, bigint>();
  for (const { line, quantity } of counted.flatMap(refundedLinesOf))
    quantities.set(line, (quantities.get(line) ?? 0n) + BigInt(quantity));
  const taxesCount = Math.max(0, ...counted.map((row) => refundedTaxesOf(row).length));
  return {
    amountMinor: sum(({ amount }) => amount),
    looseMinor: sum(({ loose }) => loose),
    tipMinor: sum(({ tip }) => tip),
    serviceChargeMinor: sum(({ service_charge: charge }) => charge),
    discountMinor: sum(({ discount }) => discount),
    cashRoundingMinor: sum(({ cash_rounding: rounding }) => rounding),
    taxes: Array.from({ length: taxesCount }, (_, at) => ({
      baseMinor: sum((row) => BigInt(refundedTaxesOf(row)[at]?.base ?? 0)),
      taxMinor: sum((row) => BigInt(refundedTaxesOf(row)[at]?.amount ?? 0)),
    })),
    quantities,
  };
}
