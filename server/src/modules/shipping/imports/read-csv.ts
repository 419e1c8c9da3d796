import { IMPORT_ROWS_MAX } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { readCsvRecords, type Delimiter } from '../../../kernel/csv/read-csv-records.ts';
import { columnOf, type ImportColumn } from './import-columns.ts';

/** A file as read: what its columns are, and the cells of every row. */
export type CsvFile = {
  readonly delimiter: Delimiter;
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly (readonly string[])[];
};

/** Reads a CSV file; refuses what has no rows, broken quotes, columns that are not known, or too many rows. */
export async function readCsv(text: string): Promise<CsvFile> {
  const { delimiter, header, rows } = await readCsvRecords(text, {
    rowsMax: IMPORT_ROWS_MAX,
    row: 'delivery',
  });
  return { delimiter, columns: columnsOf(header), rows };
}

function columnsOf(header: readonly string[]): readonly ImportColumn[] {
  const read = header.map((heading) => ({ heading, column: columnOf(heading) }));
  const unknown = read.flatMap(({ heading, column }) => (column === null ? [heading.slice(0, 64)] : []));
  if (unknown.length > 0) {
    throw new Failure(
      'INVALID_CSV',
      `There is no field for ${unknown.map((heading) => `"${heading}"`).join(', ')}. Name columns as in createDelivery, or leave them out.`,
      { details: { columns: unknown } },
    );
  }
  const names = read.map(({ column }) => nameOf(column));
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  if (twice.length > 0)
    throw new Failure('INVALID_CSV', `The header names ${twice.join(', ')} more than once.`, {
      details: { columns: twice },
    });
  return read.flatMap(({ column }) => column ?? []);
}

function nameOf(column: ImportColumn | null): string {
  return column === null ? '' : column.key === null ? column.field : `${column.field}.${column.key}`;
}
