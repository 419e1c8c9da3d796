import { productReadOnly, ProductImportFields } from '@cottontree/contract';

/** How the text of a cell is read; `read_only`: not at all. */
export type CellKind = 'text' | 'number' | 'amount' | 'flag' | 'list' | 'json' | 'read_only';
export type ImportColumn = { readonly field: string; readonly kind: CellKind };

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
export function columnOf(heading: string): ImportColumn | null {
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
