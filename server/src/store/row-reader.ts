import { OIDS, typeParsers } from './types.ts';

/** A column of an answer, as the server describes it. */
export type WireColumn = { readonly name: string; readonly dataTypeID: number };
/** What a row holds, column by column, as PostgreSQL writes it in text. */
export type ColumnTexts = readonly (string | null)[];
export type RowReader = (texts: ColumnTexts) => Record<string, unknown>;

type Known = { readonly columns: readonly WireColumn[]; readonly read: RowReader };

/** There is one for each statement, whose columns hardly ever change. */
const known = new Map<string, Known>();

/** What makes the rows of a statement; the driver's own way looks every column up again for each row. */
export function rowReaderOf(sql: string, columns: readonly WireColumn[]): RowReader {
  const before = known.get(sql);
  if (before && areSame(before.columns, columns)) return before.read;
  const read = compileReader(columns);
  known.set(sql, { columns, read });
  return read;
}

/** A function written for these very columns, so that each of its rows is an object of one form from the start. */
export function compileReader(columns: readonly WireColumn[]): RowReader {
  const fields = columns.map(({ name, dataTypeID }, at) => `${keyOf(name)}: ${valueOf(dataTypeID, at)}`);
  const make = new Function('parsers', `return (texts) => ({ ${fields.join(', ')} });`) as (
    parsers: readonly ((text: string) => unknown)[],
  ) => RowReader;
  return make(columns.map(({ dataTypeID }) => typeParsers.getTypeParser(dataTypeID)));
}

/** A key of that name means something else, unless it is computed. */
const PROTOTYPE = '__proto__';
const keyOf = (name: string): string => (name === PROTOTYPE ? `['${PROTOTYPE}']` : JSON.stringify(name));

function valueOf(oid: number, at: number): string {
  const text = `texts[${at}]`;
  if (oid === OIDS.text[0]) return text;
  const value = oid === OIDS.bool[0] ? `${text} === 't'` : `parsers[${at}](${text})`;
  return `${text} === null ? null : ${value}`;
}

function areSame(some: readonly WireColumn[], others: readonly WireColumn[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (const [at, { name, dataTypeID }] of some.entries()) {
    const other = others[at];
    if (other?.name !== name || other.dataTypeID !== dataTypeID) return false;
  }
  return true;
}
