import type { Posting } from '../../ledger/index.ts';
import type { RefundRow } from './refunds.queries.ts';

/**
 * Each refund of a payment has debited `refunds` with all that went back. What of that was not earned by selling comes
 * back from where the sale put it: tax that is no longer owed, tips, and what the rounding of cash brought.
 */
export function saleRefundPostings(row: RefundRow): readonly Posting[] {
  const parts = (
    [
      ['tax_payable', row.tax],
      ['tips', row.tip],
      ['cash_rounding', row.cash_rounding],
    ] as const
  ).filter(([, amount]) => amount !== 0n);
  if (parts.length === 0) return [];
  const sum = parts.reduce((total, [, amount]) => total + amount, 0n);
  const refunds = sum === 0n ? [] : [{ account: 'refunds', amount: -sum }];
  return [
    {
      id: `ltx_${row.id}_succeeded`,
      kind: 'sale.refunded',
      subject: row.sale_id,
      currency: row.currency,
      at: row.updated_at,
      entries: [...refunds, ...parts.map(([account, amount]) => ({ account, amount }))],
    },
  ];
}
