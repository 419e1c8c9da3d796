import { Query } from 'pg';
import { rowReaderOf, type WireColumn, type RowReader, type ColumnTexts } from './row-reader.ts';

export type { ColumnTexts };

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
