import type { FormState } from './use-form.ts';
import type { FieldValue, FormValues } from './values.ts';

/** A list that is typed as rows: what the body calls it, and what the fields of a new row hold. The first of them every row has. */
export type Rows<Field extends string = string> = {
  readonly list: string;
  readonly blank: Readonly<Record<Field, FieldValue>>;
};

/** A row that is not there yet, in an order of rows. */
export const NEW_ROW = -1;

/** Where a field of a row stands in the form. */
export function rowAt<Field extends string>({ list }: Rows<Field>, at: number, field: Field): string {
  return `${list}[${at}].${field}`;
}

/** How many rows the form holds. */
export function rowCount({ list, blank }: Rows, values: FormValues): number {
  const [first = ''] = Object.keys(blank);
  return Object.keys(values).filter((path) => path.startsWith(`${list}[`) && path.endsWith(`].${first}`))
    .length;
}

/** The fields of one row, as a form begins with them. */
export function rowValues(rows: Rows, at: number, row: FormValues = {}): FormValues {
  return Object.fromEntries(
    Object.entries({ ...rows.blank, ...row }).map(([field, value]) => [rowAt(rows, at, field), value]),
  );
}

/** Puts the rows in another order, leaves some out, or adds new ones; they are always counted from 0, as the body counts them. */
export function arrangeRows(form: FormState, rows: Rows, order: readonly number[]): void {
  const held = (from: number): FormValues =>
    Object.fromEntries(Object.keys(rows.blank).map((field) => [field, form.get(rowAt(rows, from, field))]));
  const others = Object.entries(form.values.value).filter(([path]) => !path.startsWith(`${rows.list}[`));
  const arranged = order.map((from, at) => rowValues(rows, at, from === NEW_ROW ? {} : held(from)));
  form.setAll(Object.assign(Object.fromEntries(others), ...arranged) as FormValues);
}
