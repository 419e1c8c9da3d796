import { change } from '../../../kernel/change/change.ts';
import type { Pos } from '../module.ts';
import { saleNotFound, type SaleStep } from './sale-step.ts';
import { findSale, type SaleKey, type SaleRow } from './sales.queries.ts';
import type { Sold, WantedSale } from './selling.ts';

/** What is to happen to a sale as it stands, or nothing. Refusals are thrown. */
export type DecideSale = (row: SaleRow) => Promise<DecidedSale | null> | DecidedSale | null;
export type DecidedSale = Pick<WantedSale, 'wants' | 'compose'>;

/** `repeated`: the Idempotency-Key of the step came before. */
type ChangedSale = {
  readonly row: SaleRow;
  readonly step: SaleStep | null;
  readonly repeated: boolean;
};

/**
 * Reads the sale, lets `decide` judge it, and has the location's queue write that if nobody was faster; else reads and
 * decides again. Every decision rests on the version that it changes. Refunds change a sale this way too: `compose`
 * answers a step with the sale after it, the facts to be told, own rows (`alongside`), goods that come back (`moves`) and
 * the drawer's money (`entries`).
 */
export async function changeSale(
  module: Pos,
  { tenant, id }: SaleKey,
  decide: DecideSale,
): Promise<ChangedSale> {
  const runner = module.store.of(tenant);
  const sale = {
    key: { tenant, id },
    tooMany: 'requests change this sale',
    read: () => findSale(runner, { tenant, id }),
    notFound: () => saleNotFound(id),
  };
  return change<SaleRow, ChangedSale>(sale, async (row) => {
    const decided = await decide(row);
    if (!decided) return { row, step: null, repeated: false };
    const sold = await module.sell({
      key: { tenant, locationId: row.location_id },
      wants: decided.wants,
      compose: decided.compose,
    });
    if (sold.outcome === 'repeated') return { row, step: null, repeated: true };
    return sold.outcome === 'granted'
      ? { row: grantedRow(sold), step: sold.step, repeated: false }
      : undefined;
  });
}

/** A sale as the database has left it: with the number that it got, and what it was marked with. */
export function grantedRow({ step: { after }, result: { given, marks } }: Sold): SaleRow {
  return { ...after, ...given, flags: marks.length === 0 ? after.flags : [...after.flags, ...marks] };
}
