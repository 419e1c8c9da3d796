import { CreateDeliveryBody, IMPORT_ROWS_MAX } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { readCsvRecords, type CsvRow, type Delimiter } from '../../../kernel/csv/read-csv-records.ts';

/** How the text of a cell is read. */
type CellKind = 'text' | 'number' | 'amount' | 'flag' | 'json';

/** What a column of a file becomes: a field of the body, or with `key` one entry of its metadata. */
export type ImportColumn = { readonly field: string; readonly kind: CellKind; readonly key: string | null };

/** What spreadsheets call the fields. */
const ALIASES: Readonly<Record<string, string>> = {
  order: 'order_number',
  order_no: 'order_number',
  order_id: 'order_number',
  reference: 'order_number',
  address: 'delivery_address',
  street: 'delivery_address',
  city: 'delivery_city',
  town: 'delivery_city',
  landmark: 'delivery_landmark',
  lat: 'delivery_lat',
  latitude: 'delivery_lat',
  lng: 'delivery_lng',
  lon: 'delivery_lng',
  longitude: 'delivery_lng',
  plus_code: 'delivery_plus_code',
  instructions: 'delivery_instructions',
  notes: 'delivery_instructions',
  name: 'recipient_name',
  recipient: 'recipient_name',
  customer: 'recipient_name',
  phone: 'recipient_phone',
  telephone: 'recipient_phone',
  phone_2: 'recipient_phone_alt',
  weight: 'weight_kg',
  size: 'package_size',
  value: 'declared_value',
  cod: 'cod_amount',
  cash: 'cod_amount',
  cash_on_delivery: 'cod_amount',
  service: 'service_level',
  description: 'package_description',
  contents: 'package_description',
  batch: 'batch_id',
};

type FieldSchema = { readonly type?: string | readonly string[] };
const fields = CreateDeliveryBody.properties as Readonly<Record<string, FieldSchema>>;

/** The column that a heading names; null for one that is not known. */
function columnOf(heading: string): ImportColumn | null {
  const metadata = /^metadata\.(\S.{0,39})$/i.exec(heading);
  if (metadata?.[1] !== undefined)
    return metadata[1] === '__proto__' ? null : { field: 'metadata', kind: 'text', key: metadata[1] };
  const name = heading.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const field = Object.hasOwn(fields, name) ? name : Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return field === undefined ? null : { field, kind: kindOf(fields[field]?.type), key: null };
}

function kindOf(type: FieldSchema['type']): CellKind {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'flag';
  return Array.isArray(type) ? 'amount' : 'json';
}

/** A file as read: what its columns are, and the cells of every row. */
export type CsvFile = {
  readonly delimiter: Delimiter;
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly CsvRow[];
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
