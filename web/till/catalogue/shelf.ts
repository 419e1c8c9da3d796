import type { Category, SyncedProduct } from '@cottontree/contract';
import { topOf, type Things } from './catalogue.ts';
import { buildIndex, EMPTY_INDEX, folded, type SearchIndex } from './search-index.ts';
import { inSlices, sortedInSlices } from './slices.ts';

/** What is offered, as the grid shows it and people find it. */
export type Shelf = {
  /** By position, then name. */
  readonly all: readonly SyncedProduct[];
  /** Top categories in which something is sold. */
  readonly categories: readonly Category[];
  readonly inCategory: ReadonlyMap<string, readonly SyncedProduct[]>;
  readonly index: SearchIndex;
};

export const EMPTY_SHELF: Shelf = Object.freeze({
  all: [],
  categories: [],
  inCategory: new Map(),
  index: EMPTY_INDEX,
});

/** Puts what is offered in order, between whatever else is going on. */
export async function buildShelf(things: Things, signal?: AbortSignal): Promise<Shelf> {
  const keyed: { readonly key: string; readonly product: SyncedProduct }[] = [];
  await inSlices(
    things.products.values(),
    (product) => {
      if (product.is_active && product.variants.some(({ is_active }) => is_active))
        keyed.push({ key: placeKey(product), product });
    },
    signal,
  );
  const placed = await sortedInSlices(keyed, signal);
  const inCategory = new Map<string, SyncedProduct[]>();
  const all: SyncedProduct[] = [];
  await inSlices(
    placed,
    ({ product }) => {
      all.push(product);
      const top = topOf(things.categories, product.category_id);
      if (top === null) return;
      const list = inCategory.get(top);
      if (list) list.push(product);
      else inCategory.set(top, [product]);
    },
    signal,
  );
  const categories = [...things.categories.values()]
    .filter(({ id, is_active }) => is_active && inCategory.has(id))
    .sort((a, b) => a.position - b.position || (folded(a.name) < folded(b.name) ? -1 : 1));
  return { all, categories, inCategory, index: await buildIndex(all, signal) };
}

/** Numbers in names go by their size: 5 kg before 25 kg. */
function placeKey({ position, name, id }: SyncedProduct): string {
  const words = folded(name).replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'));
  return `${String(position).padStart(9, '0')} ${words} ${id}`;
}
