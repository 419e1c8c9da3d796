import { Query } from 'pg';
import { OIDS, typeParsers } from './types.ts';

/** The part of the driver's connection that the extended query protocol needs. */
export type Wire = {
  readonly stream: { cork?: () => void; uncork?: () => void };
  readonly parse: (message: { name: string; text: string }) => void;
  readonly bind: (message: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    binary: boolean;
    valueMapper: (value: unknown) => unknown;
  }) => void;
  readonly describe: (message: { type: 'P'; name: string }) => void;
  readonly execute: (message: { portal: string; rows: number }) => void;
  readonly sync: () => void;
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
};

/** The driver's query with the steps that its type declarations leave out. */
type DriverQuery = {
  prepare(wire: Wire): void;
  handleRowDescription(message: { readonly fields: readonly WireColumn[] }): void;
  handleDataRow(message: { readonly fields: ColumnTexts }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};

const Base = Query as unknown as new (
  config: object,
  values: unknown[],
  callback: (error: Error | null) => void,
) => DriverQuery & { _canceledDueToError: unknown };

/** What is sent: prepared once a connection under a name, or, without one, parsed each time. */
export type SentText = { readonly name: string | null; readonly sql: string };

/** Values come in the form in which they are sent. */
export const asItIs = (value: unknown): unknown => value;
const noRows: RowReader = () => {
  throw new Error('A statement without columns has a row.');
};

/**
 * What the statements of a connection that are prepared answer with. It does not change while they are: PostgreSQL refuses
 * to run one whose columns have become others.
 */
const readersOf = new WeakMap<Wire, Map<string, RowReader>>();

/**
 * A statement of ours: its values come in the form in which they are sent, its rows are made by a reader of its own, and what a
 * prepared one answers with is asked for once a connection.
 */
export class RowQuery extends Base {
  private readonly sent: SentText;
  private readonly given: readonly unknown[];
  private readonly found: unknown[] = [];
  private reader: RowReader | null = null;
  private wire: Wire | null = null;

  constructor(
    text: SentText,
    values: unknown[],
    done: (error: Error | null, rows: readonly unknown[]) => void,
  ) {
    const config = { text: text.sql, queryMode: 'extended' };
    super(text.name === null ? config : { ...config, name: text.name }, values, (error) =>
      done(error, error ? [] : this.found),
    );
    this.sent = text;
    this.given = values;
  }

  override prepare(wire: Wire): void {
    const { name, sql } = this.sent;
    this.wire = wire;
    if (name === null) wire.parse({ name: '', text: sql });
    else if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
      wire.parse({ name, text: sql });
      wire.submittedNamedStatements[name] = sql;
    }
    wire.bind({ portal: '', statement: name ?? '', values: this.given, binary: false, valueMapper: asItIs });
    this.reader = name === null ? null : (readersOf.get(wire)?.get(name) ?? null);
    if (this.reader === null) wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '', rows: 0 });
    wire.sync();
  }

  override handleRowDescription({ fields }: { readonly fields: readonly WireColumn[] }): void {
    this.learn(rowReaderOf(this.sent.sql, fields));
  }

  override handleDataRow({ fields }: { readonly fields: ColumnTexts }): void {
    if (this._canceledDueToError !== false || this.reader === null) return;
    try {
      this.found.push(this.reader(fields));
    } catch (error) {
      // The driver fails with it once all has been read.
      this._canceledDueToError = error;
    }
  }

  override handleCommandComplete(_message: unknown, _wire: Wire): void {
    if (this.reader === null) this.learn(noRows);
  }

  private learn(reader: RowReader): void {
    this.reader = reader;
    const { wire } = this;
    const { name } = this.sent;
    if (wire === null || name === null) return;
    const readers = readersOf.get(wire) ?? new Map<string, RowReader>();
    readersOf.set(wire, readers.set(name, reader));
  }
}

/** A column of an answer, as the server describes it. */
type WireColumn = { readonly name: string; readonly dataTypeID: number };
/** What a row holds, column by column, as PostgreSQL writes it in text. */
export type ColumnTexts = readonly (string | null)[];
type RowReader = (texts: ColumnTexts) => Record<string, unknown>;

type Known = { readonly columns: readonly WireColumn[]; readonly read: RowReader };

/** There is one for each statement, whose columns hardly ever change. */
const known = new Map<string, Known>();

/** What makes the rows of a statement; the driver's own way looks every column up again for each row. */
function rowReaderOf(sql: string, columns: readonly WireColumn[]): RowReader {
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
