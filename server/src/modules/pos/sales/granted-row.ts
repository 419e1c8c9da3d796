import type { SaleRow } from './sales.queries.ts';
import type { Sold } from './selling.ts';

/** A sale as the database has left it: with the number that it got, and what it was marked with. */
export function grantedRow({ step, result }: Sold): SaleRow {
  const { after, numbering } = step;
  const flags = result.marks.length === 0 ? after.flags : [...after.flags, ...result.marks];
  if (!numbering || result.number === null) return { ...after, flags };
  return {
    ...after,
    flags,
    number: result.number,
    number_period: numbering.period,
    number_text: result.numberText,
    receipt_number: after.receipt_number ?? result.numberText,
  };
}
