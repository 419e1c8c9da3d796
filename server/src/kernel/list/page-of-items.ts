import { listMeta, readPage, shownRows, type PageInput } from './page.ts';

type Asked = PageInput & { readonly sort?: string };
/** What items are sorted by, under the name that a request gives it. */
export type ItemOrders<Item> = Readonly<Record<string, (item: Item) => string | number>>;

/** A page of a list that is held in memory whole: in the order asked for, or as it stands. */
export function pageOfItems<Item>(items: readonly Item[], query: Asked, orders: ItemOrders<Item> = {}) {
  const page = readPage(query, 'by page');
  const sorted = query.sort === undefined ? items : sortItems(items, query.sort, orders);
  const rows = sorted.slice(page.offset, page.offset + page.limit + 1);
  return { rows: shownRows(page, rows), meta: listMeta({ page, total: items.length, rows }) };
}

function sortItems<Item>(items: readonly Item[], sort: string, orders: ItemOrders<Item>): readonly Item[] {
  const by = orders[sort.replace(/^-/, '')];
  if (by === undefined) throw new Error(`The items have no order ${sort}.`);
  const sorted = items.toSorted((one, other) => {
    const [left, right] = [by(one), by(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}
