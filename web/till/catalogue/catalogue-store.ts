import type {
  Category,
  Discount,
  Location,
  ModifierGroup,
  PosSettings,
  SyncedProduct,
  TaxRate,
  TillChanges,
} from '@cottontree/contract';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { openKept } from '../../tools/open-kept.ts';
import type { Things } from './catalogue.ts';
import { letOthersGoOn } from './slices.ts';

type Kept<One> = { readonly key: string; readonly value: One };
type Meta = { readonly cursor: string | null; readonly settings: PosSettings | null };
// What describes a database has to be an interface: `DBSchema` says of a type that every name is a store.
interface Schema extends DBSchema {
  readonly products: Kept<SyncedProduct>;
  readonly categories: Kept<Category>;
  readonly modifierGroups: Kept<ModifierGroup>;
  readonly taxRates: Kept<TaxRate>;
  readonly discounts: Kept<Discount>;
  readonly locations: Kept<Location>;
  readonly meta: Kept<Meta>;
}
type Kind = Exclude<StoreNames<Schema>, 'meta'>;

const STORES = [
  'products',
  'categories',
  'modifierGroups',
  'taxRates',
  'discounts',
  'locations',
  'meta',
] as const;
/** Of what is deleted the server tells the kind in its own words. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  product: 'products',
  category: 'categories',
  modifier_group: 'modifierGroups',
  tax_rate: 'taxRates',
  discount: 'discounts',
  location: 'locations',
};
const META = 'now';
/** So many are copied out of the database or into it in a few milliseconds. */
const AT_ONCE = 50;

/** The catalogue as this device keeps it. */
export type CatalogueStore = {
  readonly read: () => Promise<{ readonly things: Things; readonly cursor: string | null }>;
  /** Keeps what changed and how far that goes, both or neither. */
  readonly keep: (changes: TillChanges) => Promise<void>;
  /** Keeps what all of these say and nothing from before, all or nothing. */
  readonly replace: (pages: readonly TillChanges[]) => Promise<void>;
};

/** Opens the catalogue of one till: of another shop or mode nothing is in it. */
export async function openCatalogueStore(terminalId: string): Promise<CatalogueStore> {
  const db = await openKept<Schema>({
    name: `cottontree-till-catalogue-${terminalId}`,
    version: 1,
    upgrade(made, from) {
      if (from > 0) return;
      for (const store of STORES) made.createObjectStore(store, store === 'meta' ? {} : { keyPath: 'id' });
    },
  });
  return {
    read: () => readAll(db),
    async keep(changes) {
      const tx = db.transaction(STORES, 'readwrite');
      await keepChanges(tx, changes);
      await tx.done;
    },
    async replace(pages) {
      const tx = db.transaction(STORES, 'readwrite');
      await Promise.all(STORES.map((store) => tx.objectStore(store).clear()));
      for (const changes of pages) await keepChanges(tx, changes);
      await tx.done;
    },
  };
}

async function readAll(db: IDBPDatabase<Schema>) {
  const meta = await db.get('meta', META);
  const products = await inParts((range) => db.getAll('products', range, AT_ONCE));
  const categories = await inParts((range) => db.getAll('categories', range, AT_ONCE));
  const modifierGroups = await inParts((range) => db.getAll('modifierGroups', range, AT_ONCE));
  const taxRates = await inParts((range) => db.getAll('taxRates', range, AT_ONCE));
  const discounts = await inParts((range) => db.getAll('discounts', range, AT_ONCE));
  const locations = await inParts((range) => db.getAll('locations', range, AT_ONCE));
  const settings = meta?.settings ?? null;
  return {
    things: { products, categories, modifierGroups, taxRates, discounts, locations, settings },
    cursor: meta?.cursor ?? null,
  };
}

/** Some at a time: ten thousand at once would hold the page. */
async function inParts<T extends { readonly id: string }>(
  read: (range: IDBKeyRange | undefined) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, T>> {
  const all = new Map<string, T>();
  let after: string | undefined;
  for (;;) {
    const some = await read(after === undefined ? undefined : IDBKeyRange.lowerBound(after, true));
    for (const one of some) all.set(one.id, one);
    after = some.at(-1)?.id;
    if (some.length < AT_ONCE) return all;
    await letOthersGoOn();
  }
}

type Writing = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

async function keepChanges(tx: Writing, changes: TillChanges): Promise<void> {
  const before = await tx.objectStore('meta').get(META);
  for (let at = 0; at < changes.products.length; at += AT_ONCE)
    // Awaited in between, so that the page goes on; the transaction lasts as long as something of it is asked for.
    await Promise.all(
      changes.products.slice(at, at + AT_ONCE).map((one) => tx.objectStore('products').put(one)),
    );
  const writes: Promise<unknown>[] = [
    ...changes.categories.map((one) => tx.objectStore('categories').put(one)),
    ...changes.modifier_groups.map((one) => tx.objectStore('modifierGroups').put(one)),
    ...changes.tax_rates.map((one) => tx.objectStore('taxRates').put(one)),
    ...changes.discounts.map((one) => tx.objectStore('discounts').put(one)),
    ...changes.locations.map((one) => tx.objectStore('locations').put(one)),
    ...changes.deleted.flatMap(({ kind, id }) => {
      const store = KIND_OF[kind];
      return store === undefined ? [] : [tx.objectStore(store).delete(id)];
    }),
    tx
      .objectStore('meta')
      .put({ cursor: changes.cursor, settings: changes.settings ?? before?.settings ?? null }, META),
  ];
  await Promise.all(writes);
}

/** What the till knows once changes have come. */
export function withChanges(things: Things, changes: TillChanges): Things {
  const gone = (kind: Kind): ReadonlySet<string> =>
    new Set(changes.deleted.filter((one) => KIND_OF[one.kind] === kind).map(({ id }) => id));
  return {
    products: merged(things.products, changes.products, gone('products')),
    categories: merged(things.categories, changes.categories, gone('categories')),
    modifierGroups: merged(things.modifierGroups, changes.modifier_groups, gone('modifierGroups')),
    taxRates: merged(things.taxRates, changes.tax_rates, gone('taxRates')),
    discounts: merged(things.discounts, changes.discounts, gone('discounts')),
    locations: merged(things.locations, changes.locations, gone('locations')),
    settings: changes.settings ?? things.settings,
  };
}

function merged<T extends { readonly id: string }>(
  before: ReadonlyMap<string, T>,
  changed: readonly T[],
  gone: ReadonlySet<string>,
): ReadonlyMap<string, T> {
  if (changed.length === 0 && gone.size === 0) return before;
  const all = new Map(before);
  for (const one of changed) all.set(one.id, one);
  for (const id of gone) all.delete(id);
  return all;
}
