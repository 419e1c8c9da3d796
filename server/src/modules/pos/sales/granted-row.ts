import type { SaleRow } from './sales.queries.ts';
import type { Sold } from './selling.ts';

/** A sale as the database has left it: with the number that it got, and what it was marked with. */
export function grantedRow({ step: { after }, result: { given, marks } }: Sold): SaleRow {
  return { ...after, ...given, flags: marks.length === 0 ? after.flags : [...after.flags, ...marks] };
}
