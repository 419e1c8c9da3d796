import type { Shape, ValuesOf } from '../../store/index.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Of a row exactly the columns of a shape, whatever else it has. */
export function pickColumns<const S extends Shape>(row: ValuesOf<S>, shape: S): ValuesOf<S>;
export function pickColumns(row: Columns, shape: Shape): Columns {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, row[name]]));
}

/** The same of a row that was joined (`orNull`), where the caller has seen that it is there: a column is then null only where its shape says so. */
export function pickJoined<const S extends Shape>(
  row: { readonly [Column in keyof S]: ValuesOf<S>[Column] | null },
  shape: S,
): ValuesOf<S>;
export function pickJoined(row: Columns, shape: Shape): Columns {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, row[name]]));
}
