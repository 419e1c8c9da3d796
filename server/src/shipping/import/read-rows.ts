import { CreateDeliveryBody } from '@cottontree/contract';
import { shapeCheck } from '../../core/check-shape.ts';
import { Failure } from '../../core/failure.ts';
import type { Delimiter } from '../../core/read-csv-records.ts';
import { mapInTurns } from '../../core/in-turns.ts';
import { readJson } from '../../core/read-json.ts';
import type { OrderBody } from '../read-order.ts';
import type { ImportColumn } from './import-columns.ts';
import type { CsvFile } from './read-csv.ts';
import { rowErrors, type RowError } from './row-errors.ts';

/** A row of a file: what it wants created, or why it cannot be. Rows count from 1 below the header. */
export type ReadRow = { readonly row: number; readonly orderNumber: string | null } & (
  | { readonly body: OrderBody; readonly errors: null }
  | { readonly body: null; readonly errors: readonly RowError[] }
);

/** After so many rows others get their turn. */
const ROWS_A_TURN = 100;
const checkBody = shapeCheck(CreateDeliveryBody, false);
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['n', false],
  ['0', false],
]);

/** Makes bodies of the rows of a file. */
export async function readRows({ columns, rows, delimiter }: CsvFile): Promise<readonly ReadRow[]> {
  const orderAt = columns.findIndex(({ field }) => field === 'order_number');
  return mapInTurns(rows, ROWS_A_TURN, (cells, at) => ({
    row: at + 1,
    orderNumber: cells[orderAt] || null,
    ...readRow(cells, columns, delimiter),
  }));
}

function readRow(cells: readonly string[], columns: readonly ImportColumn[], delimiter: Delimiter) {
  try {
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      throw new Failure(
        'INVALID_CSV',
        'The row has more cells than the header. Quote cells that hold the delimiter.',
      );
    return { body: checkBody(bodyOf(cells, columns, delimiter)) as OrderBody, errors: null };
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    return { body: null, errors: rowErrors(refusal) };
  }
}

function bodyOf(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  delimiter: Delimiter,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    if (column.key === null) body[column.field] = valueOf(cell, column, delimiter);
    else metadata[column.key] = cell;
  }
  if (Object.keys(metadata).length > 0)
    body['metadata'] = { ...metadata, ...(typeof body['metadata'] === 'object' ? body['metadata'] : {}) };
  return body;
}

/** What cannot be read as its kind stays text, and the check of the body says what it must be. */
function valueOf(cell: string, { kind, field }: ImportColumn, delimiter: Delimiter): unknown {
  if (kind === 'text') return cell;
  if (kind === 'flag') return FLAGS.get(cell.toLowerCase()) ?? cell;
  if (kind === 'json') return jsonOf(cell, field);
  // Where cells are parted by a semicolon, the comma is the decimal mark.
  const decimal = delimiter === ';' && /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(decimal) ? Number(decimal) : decimal;
}

function jsonOf(cell: string, field: string): unknown {
  try {
    return readJson(Buffer.from(cell));
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    throw new Failure(refusal.code, refusal.message.replace(/^The body/, field), {
      details: { fields: [{ path: field, message: 'must be JSON' }] },
    });
  }
}
