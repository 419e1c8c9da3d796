import { RECONCILED_MAX } from '@cottontree/contract';
import { Failure } from '../../core/failure.ts';
import { readCsvRecords } from '../../core/read-csv-records.ts';

/** A line of the file, as text. */
export type BookingLine = {
  readonly provider_ref: string;
  readonly amount: string;
  readonly currency?: string;
  readonly at: string;
};

const COLUMNS: readonly string[] = ['provider_ref', 'amount', 'currency', 'at'];
const NEEDED: readonly string[] = ['provider_ref', 'amount', 'at'];

/** Reads the bookings of a CSV file under a header; INVALID_CSV where it cannot be read, TOO_MANY_ITEMS where it is too long. */
export async function readBookingsCsv(text: string): Promise<readonly BookingLine[]> {
  const { header, rows } = await readCsvRecords(text, { rowsMax: RECONCILED_MAX, row: 'booking' });
  const columns = header.map((heading) => heading.trim().toLowerCase());
  const unknown = columns.filter((column, at) => !COLUMNS.includes(column) || columns.indexOf(column) !== at);
  if (unknown.length > 0)
    throw new Failure(
      'INVALID_CSV',
      `The header may name ${COLUMNS.join(', ')}, each once; it names ${unknown.map((column) => `"${column.slice(0, 64)}"`).join(', ')}.`,
      { details: { columns: unknown } },
    );
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new Failure('INVALID_CSV', `The header must name ${missing.join(', ')}.`, {
      details: { columns: missing },
    });
  return rows.map((cells, at) => lineOf(columns, cells, at + 1));
}

function lineOf(columns: readonly string[], cells: readonly string[], line: number): BookingLine {
  const cell = (column: string): string | undefined => cells[columns.indexOf(column)] || undefined;
  const [ref, amount, at, currency] = [cell('provider_ref'), cell('amount'), cell('at'), cell('currency')];
  if (ref === undefined || amount === undefined || at === undefined)
    throw new Failure('INVALID_CSV', `Row ${line} lacks provider_ref, amount or at.`, {
      details: { row: line },
    });
  return { provider_ref: ref, amount, at, ...(currency === undefined ? {} : { currency }) };
}
