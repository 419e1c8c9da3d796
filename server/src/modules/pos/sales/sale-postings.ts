import type { Posting } from '../../ledger/index.ts';
import type { SaleRow } from './sales.queries.ts';

/**
 * Each payment has credited `sales` with all that it brought. A completed sale moves from there what was not earned by
 * selling: tax that is owed, tips, and what the rounding of cash brought; a void moves it back.
 */
export function salePostings(row: SaleRow, kind: 'sale.completed' | 'sale.voided'): readonly Posting[] {
  const sign = kind === 'sale.completed' ? 1n : -1n;
  const parts = [
    ['tax_payable', row.tax],
    ['tips', row.tip],
    ['cash_rounding', row.cash_rounding],
  ] as const;
  const moved = parts.filter(([, amount]) => amount !== 0n);
  if (moved.length === 0) return [];
  const sum = moved.reduce((total, [, amount]) => total + amount, 0n);
  const sales = sum === 0n ? [] : [{ account: 'sales', amount: sum * sign }];
  return [
    {
      id: `ltx_${row.id}_${kind.slice('sale.'.length)}`,
      kind,
      subject: row.id,
      currency: row.currency,
      at: row.updated_at,
      entries: [...sales, ...moved.map(([account, amount]) => ({ account, amount: -amount * sign }))],
    },
  ];
}
