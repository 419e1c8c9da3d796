import { coalesce, openNamedQueues, Overloaded, type Coalesced } from '../../../store/index.ts';
import { givenTo } from './change-sales.queries.ts';
import { salesBusy } from './refuse-step.ts';
import type { SaleStep } from './sale-step.ts';
import { findSales } from './sales.queries.ts';
import { sellBatch } from './sell-batch.ts';
import type { LocationKey, Sell, SellerContext, Sold, SaleVerdict, WantedSale } from './selling.ts';

const SALES_MAX = 128;
const WAITING_MAX = 5_000;
/** Another location that has the client_id, or a receipt's token that is taken, is found at the second try. */
const TRIES_MAX = 3;

/**
 * The way of every sale of a location on this node: one queue, and one statement at a time for all who wait. Two queues of
 * one location would only make each other wait for the number that comes next.
 */
export function createSeller(basis: SellerContext): Sell {
  const sell = openNamedQueues<WantedSale, SaleVerdict, Sold>({
    nameOf: ({ key }) => nameOf(key),
    open: ({ key }) => openQueue(basis, key),
    read: soldOf,
    triesMax: TRIES_MAX,
  });
  return (wanted) =>
    sell(wanted).catch((error: unknown) => {
      throw error instanceof Overloaded ? salesBusy() : error;
    });
}

function nameOf({ tenant, locationId }: LocationKey): string {
  return `${tenant.merchantId} ${tenant.livemode ? 'live' : 'test'} ${locationId}`;
}

function soldOf(verdict: SaleVerdict): Sold {
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.sold;
}

function openQueue(basis: SellerContext, key: LocationKey): Coalesced<WantedSale, SaleVerdict> {
  const composed = new WeakMap<WantedSale, SaleStep>();
  return coalesce<WantedSale, SaleVerdict>({
    name: 'The location',
    rowsMax: SALES_MAX,
    inFlightMax: 1,
    waitingMax: WAITING_MAX,
    statement: (all) =>
      sellBatch(basis, key, { all, composed: (wanted, step) => composed.set(wanted, step) }),
    settle: (all) =>
      findWhatCommitted(
        basis,
        key,
        all.map((wanted) => composed.get(wanted)),
      ),
  });
}

/** After a lost connection: a sale whose last change is the step's own was written. */
async function findWhatCommitted(
  basis: SellerContext,
  { tenant }: LocationKey,
  steps: readonly (SaleStep | undefined)[],
): Promise<readonly (SaleVerdict | null)[]> {
  const rows = await findSales(
    basis.store.of(tenant),
    tenant,
    steps.flatMap((step) => (step ? [step.after.id] : [])),
  );
  return steps.map((step) => {
    const row = step && rows.get(step.after.id);
    // A new sale that is there was written, whatever has become of it since.
    if (!step || !row || (step.before !== null && row.change_id !== step.after.change_id)) return null;
    const marks = row.flags.filter((flag) => !step.after.flags.includes(flag));
    const result = { outcome: 'granted', given: givenTo(row), marks, shortages: [] } as const;
    return { sold: { outcome: 'granted', step, result } };
  });
}
