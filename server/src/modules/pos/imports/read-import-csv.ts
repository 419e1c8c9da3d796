import {
  PRODUCT_IMPORT_ROWS_MAX,
  ProductImportFields,
  productReadOnly,
  type ProductImportRow,
} from '@cottontree/contract';
import { cleanText } from '../../../kernel/shape/clean-text.ts';
import { Failure, invalid, type FieldProblem } from '../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import {
  readCsvRecords,
  withPoint,
  type CsvRow,
  type Delimiter,
} from '../../../kernel/csv/read-csv-records.ts';
import { readJson } from '../../../kernel/shape/read-json.ts';
import { newShapeCheck } from '../../../kernel/shape/leave-out-nulls.ts';

/** A row of a file before its fields are judged: what it says, or why it cannot be read. */
type GivenProductRow = { readonly row: number } & (
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly refusal: Failure }
);

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
/** After so many rows others get their turn. */
const ROWS_A_TURN = 100;

/** Reads the rows of a CSV file; refuses columns that are not known. */
export async function readImportCsv(text: string): Promise<readonly GivenProductRow[]> {
  const { delimiter, header, rows } = await readCsvRecords(text, {
    rowsMax: PRODUCT_IMPORT_ROWS_MAX,
    row: 'product',
  });
  const columns = columnsOf(header);
  return mapInTurns(rows, ROWS_A_TURN, (row) => readRow(row, { columns, delimiter }));
}

function columnsOf(header: readonly string[]): readonly ImportColumn[] {
  const read = header.map((heading) => ({ heading, column: columnOf(heading) }));
  const unknown = read.flatMap(({ heading, column }) => (column === null ? [heading.slice(0, 64)] : []));
  if (unknown.length > 0)
    throw new Failure(
      'INVALID_CSV',
      `There is no field for ${unknown.map((heading) => `"${heading}"`).join(', ')}. Name columns as in createProduct, or leave them out.`,
      { details: { columns: unknown } },
    );
  const names = read.flatMap(({ column }) => column?.field ?? []);
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  if (twice.length > 0)
    throw new Failure('INVALID_CSV', `The header names ${twice.join(', ')} more than once.`, {
      details: { columns: twice },
    });
  return read.flatMap(({ column }) => column ?? []);
}

type Reading = { readonly columns: readonly ImportColumn[]; readonly delimiter: Delimiter };

function readRow({ number: row, cells }: CsvRow, { columns, delimiter }: Reading): GivenProductRow {
  try {
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      throw new Failure(
        'INVALID_CSV',
        'The row has more cells than the header. Quote cells that hold the delimiter.',
      );
    const body: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) {
      const cell = cleanText(cells[at] ?? '', column.field);
      if (cell !== '' && column.kind !== 'read_only') body[column.field] = valueOf(cell, column, delimiter);
    }
    return { row, body };
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    return { row, refusal };
  }
}

/** What cannot be read as its kind stays text, and the check of the row says what it must be. */
function valueOf(cell: string, { kind, field }: ImportColumn, delimiter: Delimiter): unknown {
  if (kind === 'text') return cell;
  if (kind === 'flag') return FLAGS.get(cell.toLowerCase()) ?? cell;
  if (kind === 'json' || (kind === 'list' && cell.startsWith('['))) return jsonOf(cell, field);
  if (kind === 'list') return cell.split('|').map((part) => part.trim());
  const decimal = withPoint(cell, delimiter);
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(decimal) ? Number(decimal) : decimal;
}

function jsonOf(cell: string, field: string): unknown {
  try {
    return readJson(Buffer.from(cell));
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    throw invalid({ path: field, message: 'must be JSON' });
  }
}

/** How the text of a cell is read; `read_only`: not at all. */
type CellKind = 'text' | 'number' | 'amount' | 'flag' | 'list' | 'json' | 'read_only';
type ImportColumn = { readonly field: string; readonly kind: CellKind };

/** What spreadsheets call the fields. */
const ALIASES: Readonly<Record<string, string>> = {
  product: 'name',
  product_name: 'name',
  title: 'name',
  item: 'name',
  ean: 'barcode',
  upc: 'barcode',
  gtin: 'barcode',
  unit_price: 'price',
  selling_price: 'price',
  cost_price: 'cost',
  category_name: 'category',
  on_hand: 'stock',
  quantity: 'stock',
  location: 'location_id',
  tax: 'tax_rate',
  active: 'is_active',
};
const LISTS: ReadonlySet<string> = new Set(['barcodes', 'modifier_group_ids']);
/** Fields that an export has and an import knows by itself. */
const READ_ONLY: ReadonlySet<string> = new Set(
  productReadOnly.filter((field) => field !== 'id' && field !== 'currency'),
);

type FieldSchema = { readonly type?: string | readonly string[] };
const fields = ProductImportFields.properties as unknown as Readonly<Record<string, FieldSchema>>;

/** The column that a heading names; null for one that is not known. */
function columnOf(heading: string): ImportColumn | null {
  const name = heading.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const field = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
  if (READ_ONLY.has(field)) return { field, kind: 'read_only' };
  return Object.hasOwn(fields, field)
    ? { field, kind: LISTS.has(field) ? 'list' : kindOf(fields[field]?.type) }
    : null;
}

function kindOf(type: FieldSchema['type']): CellKind {
  const types = new Set([type ?? []].flat());
  if (types.has('number')) return types.has('string') ? 'amount' : 'number';
  if (types.has('integer')) return 'number';
  if (types.has('boolean')) return 'flag';
  return types.has('string') ? 'text' : 'json';
}

type ImportError = ProductImportRow['errors'][number];
/** A row whose fields have the right form, or why they have not. */
export type ReadRow = { readonly row: number } & (
  | { readonly body: ProductImportFields; readonly errors: null }
  | { readonly body: null; readonly errors: readonly ImportError[] }
);

const checkRow = newShapeCheck(ProductImportFields);

/** Holds a row to the form of its fields. */
export function readImportRow(given: GivenProductRow): ReadRow {
  try {
    if ('refusal' in given) throw given.refusal;
    return { row: given.row, body: checkRow(given.body), errors: null };
  } catch (refusal) {
    return { row: given.row, body: null, errors: errorsOf(refusal) };
  }
}

/** A refusal as errors of a row: one for each column at fault; anything else is a bug and thrown on. */
export function errorsOf(refusal: unknown): readonly ImportError[] {
  if (!(refusal instanceof Failure)) throw refusal;
  const { code, message, details } = refusal;
  const problems = (details?.['fields'] ?? []) as readonly FieldProblem[];
  if (problems.length > 1)
    return problems.map((problem) => ({
      column: columnOfPath(problem.path),
      code,
      message: `${problem.path} ${problem.message}.`,
    }));
  return [
    { column: problems[0] ? columnOfPath(problems[0].path) : (COLUMN_OF[code] ?? null), code, message },
  ];
}

/** `variants[2].price` stands in the column `variants`. */
function columnOfPath(path: string): string | null {
  return path.split(/[.[]/)[0] || null;
}

const COLUMN_OF: Readonly<Record<string, string>> = Object.freeze({
  CATEGORY_NOT_FOUND: 'category_id',
  TAX_RATE_NOT_FOUND: 'tax_rate_id',
  MODIFIER_GROUP_NOT_FOUND: 'modifier_group_ids',
  VARIANT_NOT_FOUND: 'components',
  LOCATION_NOT_FOUND: 'location_id',
  DUPLICATE_SKU: 'sku',
  DUPLICATE_BARCODE: 'barcode',
});
