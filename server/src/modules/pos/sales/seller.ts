import {
  coalesce,
  isLockTimeout,
  openNamedQueues,
  Overloaded,
  type Coalesced,
  type Runner,
} from '../../../store/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { post } from '../../ledger/index.ts';
import { findSellables, type FoundItem } from '../catalogue/sellables.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { changeSales, givenTo, type SaleStepResult } from './change-sales.queries.ts';
import { placeShut, refusalOf, salesBusy } from './refuse-step.ts';
import type { SaleStep } from './sale-step.ts';
import { findSales } from './sales.queries.ts';
import type {
  LocationKey,
  SaleBasis,
  SaleVerdict,
  Sell,
  SellerContext,
  Sold,
  WantedSale,
} from './selling.ts';
import { findSellingPlace } from './place.queries.ts';

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

type Batch = {
  readonly all: readonly WantedSale[];
  /** Told of each step before it is written. */ readonly composed: (
    wanted: WantedSale,
    step: SaleStep,
  ) => void;
};
type Placed = { readonly step: SaleStep; readonly index: number; readonly place: SaleBasis['place'] };

/**
 * Decides about all who wait at a location, in the order in which they came: reads once what they need to know, composes
 * their steps, and writes them in one statement. Whoever is refused spoils nothing for the others.
 */
async function sellBatch(
  basis: SellerContext,
  key: LocationKey,
  { all, composed }: Batch,
): Promise<readonly SaleVerdict[]> {
  const verdicts = new Map<number, SaleVerdict>();
  const bases = await readBases(basis, key, all);
  if (!bases)
    return all.map(() => ({
      refusal: new Failure('LOCATION_NOT_FOUND', `There is no location ${key.locationId.slice(0, 64)}.`),
    }));
  const placed: Placed[] = [];
  all.forEach((wanted, index) => {
    try {
      const own = bases[index] as SaleBasis;
      const step = wanted.compose(own);
      composed(wanted, step);
      placed.push({ step, index, place: own.place });
    } catch (refusal) {
      verdicts.set(index, { refusal });
    }
  });
  const { distinct, rivals } = partRivals(placed);
  await settle(basis, key, { placed: distinct, verdicts });
  for (const rival of rivals)
    verdicts.set(rival.one.index, verdictOfRival(rival, verdicts.get(rival.winner.index)));
  return all.map((_, index) => verdicts.get(index) ?? { refusal: salesBusy() });
}

/** For each who waits, one look at the catalogue for all of them; null where the location is none. */
async function readBases(
  { store }: SellerContext,
  { tenant, locationId }: LocationKey,
  all: readonly WantedSale[],
): Promise<readonly SaleBasis[] | null> {
  const runner = store.of(tenant);
  const wants = all.flatMap((wanted) => wanted.wants);
  const [place, settings, found] = await Promise.all([
    findSellingPlace(runner, tenant, locationId),
    readPosSettings(runner, tenant),
    wants.length === 0 ? [] : findSellables(runner, tenant, wants),
  ]);
  if (!place) return null;
  let first = 0;
  return all.map((wanted) => {
    const own: readonly FoundItem[] = found.slice(first, first + wanted.wants.length);
    first += wanted.wants.length;
    return { place, settings, found: own };
  });
}

const NOTHING: Omit<SaleStepResult, 'outcome'> = { given: null, marks: [], shortages: [] };

/** One that lost to another of its batch, which came before it. */
type Rival = { readonly one: Placed; readonly winner: Placed; readonly outcome: Sold['outcome'] };

/** Two changes of one sale were decided on the same version, so only the first can take effect; so it is with one client_id and one key. */
function partRivals(placed: readonly Placed[]): {
  readonly distinct: readonly Placed[];
  readonly rivals: readonly Rival[];
} {
  const taken = new Map<string, Placed>();
  const rivals: Rival[] = [];
  const distinct = placed.filter((one) => {
    const { step } = one;
    const clientId = step.before === null ? step.after.client_id : null;
    const names = [
      ['moved', `sale ${step.after.id}`],
      ['known', clientId && `client ${clientId}`],
      ['repeated', step.claim && `key ${step.claim.key}`],
    ] as const;
    for (const [outcome, name] of names) {
      const winner = name === null ? undefined : taken.get(name);
      if (!winner) continue;
      rivals.push({ one, winner, outcome });
      return false;
    }
    for (const [, name] of names) if (name !== null) taken.set(name, one);
    return true;
  });
  return { distinct, rivals };
}

/** Whoever sent the very same as one that was refused is refused alike: nothing was written that it could be answered with. */
function verdictOfRival(
  { one: { step }, winner, outcome }: Rival,
  won: SaleVerdict | undefined,
): SaleVerdict {
  const isSame =
    outcome === 'known'
      ? step.after.content_hash?.equals(winner.step.after.content_hash ?? Buffer.of())
      : outcome === 'repeated' && winner.step.claim && step.claim?.hash.equals(winner.step.claim.hash);
  if (isSame && won && 'refusal' in won) return won;
  return { sold: { outcome, step, result: { outcome, ...NOTHING } } };
}

type Settling = { readonly placed: readonly Placed[]; readonly verdicts: Map<number, SaleVerdict> };

/** What one of several may not write, because of money that somebody else has sent back, must not keep the others waiting: then each goes alone. */
async function settle(basis: SellerContext, key: LocationKey, { placed, verdicts }: Settling): Promise<void> {
  try {
    const results = await write(
      basis,
      key,
      placed.map(({ step }) => step),
    );
    placed.forEach((one, at) => verdicts.set(one.index, verdictOf(one, results[at])));
  } catch (error) {
    const [only] = placed;
    if (!(error instanceof Failure) || error.code === 'SERVICE_UNAVAILABLE' || !only) throw error;
    if (placed.length === 1) verdicts.set(only.index, { refusal: error });
    else for (const one of placed) await settle(basis, key, { placed: [one], verdicts });
  }
}

/** Where money is written with the sales, all is one transaction; else the statement is one by itself. */
async function write(
  { store, payments, world }: SellerContext,
  { tenant, locationId }: LocationKey,
  steps: readonly SaleStep[],
): Promise<readonly SaleStepResult[]> {
  if (steps.length === 0) return [];
  const run = (runner: Runner): Promise<readonly SaleStepResult[]> =>
    changeSales(runner, tenant, { locationId, steps, world });
  try {
    if (
      steps.every(
        ({ settled, postings, alongside }) =>
          settled.length === 0 && postings.length === 0 && alongside === null,
      )
    )
      return await run(store.of(tenant));
    return await store.transaction(tenant, async (tx) => {
      const { results, granted } = await payments.settleAtOnce(tx, tenant, {
        paymentsMax: steps.flatMap(({ settled }) => settled).length,
        write: async () => {
          const written = await run(tx);
          const granting = steps.filter((_, index) => written[index]?.outcome === 'granted');
          return {
            result: { results: written, granted: granting },
            payments: granting.flatMap(({ settled }) => settled),
          };
        },
      });
      await post(
        tx,
        tenant,
        granted.flatMap(({ postings }) => postings),
      );
      for (const { alongside } of granted) await alongside?.(tx);
      return results;
    });
  } catch (error) {
    if (isLockTimeout(error)) throw salesBusy();
    throw error;
  }
}

function verdictOf({ step, place }: Placed, result: SaleStepResult | undefined): SaleVerdict {
  if (!result) return { refusal: salesBusy() };
  const { outcome } = result;
  if (outcome === 'granted' || outcome === 'moved' || outcome === 'known' || outcome === 'repeated')
    return { sold: { outcome, step, result } };
  return { refusal: outcome === 'shut' ? placeShut(place) : refusalOf(result, step) };
}
