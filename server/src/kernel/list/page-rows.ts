import { nullable, type Nullable, type Shape } from '../../store/index.ts';
import { listMeta, readPage, shownRows, type PageInput } from './page.ts';

type OrNull<S extends Shape> = { readonly [Column in keyof S]: Nullable<S[Column]> };

/** The columns of a page's rows as they stand beside the total of their list: all null where the page has none. */
export function orNull<const S extends Shape>(shape: S): OrNull<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([column, type]) => [column, nullable(type)]),
  ) as OrNull<S>;
}

type Beside<Row> = { readonly total: bigint } & { readonly [Column in keyof Row]: Row[Column] | null };

/**
 * Takes apart what a statement gave that counts a list and reads one page of it in the same snapshot
 * (`count LEFT JOIN page`); `id` is a column that only the missing row has null.
 */
export function splitTotal<Row extends object>(
  rows: readonly Beside<Row>[],
  id: keyof Row,
): { readonly total: number; readonly rows: readonly Row[] } {
  const isThere = (row: Beside<Row>): row is Beside<Row> & Row => row[id] !== null;
  return { total: Number(rows[0]?.total ?? 0n), rows: rows.filter(isThere) };
}

type Asked = PageInput & { readonly sort?: string };
/** What items are sorted by, under the name that a request gives it. */
export type ItemOrders<Item> = Readonly<Record<string, (item: Item) => string | number>>;

/** A page of a list that is held in memory whole: in the order asked for, or as it stands. */
export function pageOfItems<Item>(items: readonly Item[], query: Asked, orders: ItemOrders<Item> = {}) {
  const page = readPage(query, null);
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
