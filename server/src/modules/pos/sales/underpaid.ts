import { toMajor } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { shareLeft } from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';

/** The refusal to complete what is not paid for. */
export function underpaid(row: SaleRow): Failure {
  const currency = row.currency;
  const due = toMajor(shareLeft(row), currency);
  return new Failure(
    'UNDERPAID',
    `The total is ${toMajor(row.total, currency)} ${currency}, of which ${due} are not paid. Send the rest with the payments, or keep the sale open with status open.`,
    { details: { total: toMajor(row.total, currency), amount_due: due } },
  );
}
