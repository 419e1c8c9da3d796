import { nullable, type Nullable, type Shape } from '../../store/index.ts';

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
