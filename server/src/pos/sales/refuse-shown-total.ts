import { toMajor } from '@cottontree/contract';
import { Failure } from '../../core/failure.ts';
import { readMoney } from '../../core/read-figures.ts';
import type { SaleRow } from './sales.queries.ts';

/** Refuses to complete what the customer was shown another total for. */
export function refuseShownTotal(row: SaleRow, expected: number | string | undefined): void {
  if (expected === undefined) return;
  const currency = row.currency;
  const shown = readMoney(expected, { path: 'expected_total', currency });
  if (shown === row.total) return;
  const figures = {
    subtotal: row.subtotal,
    discount_total: row.discount,
    tax_total: row.tax,
    service_charge: row.service_charge,
    tip: row.tip,
    total: row.total,
  };
  const totals = Object.fromEntries(
    Object.entries(figures).map(([name, minor]) => [name, toMajor(minor, currency)]),
  );
  throw new Failure(
    'TOTAL_MISMATCH',
    `The total is ${toMajor(row.total, currency)} ${currency}, not ${toMajor(shown, currency)}.`,
    { details: { expected_total: toMajor(shown, currency), totals } },
  );
}
