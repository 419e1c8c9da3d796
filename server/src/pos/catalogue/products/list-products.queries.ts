import type { ProductSort } from '@cottontree/contract';
import { orNull, splitTotal } from '../../../core/page-rows.ts';
import type { Position } from '../../../core/page.ts';
import { keyOf, type Tenant } from '../../../core/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import { readProductRow } from './product-columns.ts';
import { PRODUCT_ROW, PRODUCT_SELECT, type ProductRow } from './product-rows.queries.ts';
import type { ProductState } from './product-state.ts';

const COLUMNS = Object.keys(PRODUCT_ROW)
  .map((column) => `r.${column}`)
  .join(', ');
const HAS_CODE = (kind: string, param: string): string =>
  `(${param}::text IS NULL OR p.id = (SELECT k.product_id FROM variant_codes k WHERE k.merchant_id = :merchant_id AND k.livemode = :livemode AND k.kind = '${kind}' AND k.code = ${param}))`;
const IN_CATEGORY =
  'EXISTS (SELECT FROM categories c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = p.category_id AND c.deleted_at IS NULL)';
const MATCHED = `p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.deleted_at IS NULL AND (:words::text IS NULL OR p.search LIKE :words) AND (:category_id::text IS NULL OR (p.category_id = :category_id AND ${IN_CATEGORY}))
  AND (NOT :without_category OR NOT ${IN_CATEGORY}) AND (:is_active::bool IS NULL OR p.is_active = :is_active) AND ${HAS_CODE('barcode', ':barcode')} AND ${HAS_CODE('sku', ':sku')} AND (:updated_since::timestamptz IS NULL OR p.updated_at >= :updated_since)`;

/** As the index `products_name` has it: as much of the name as a cursor can carry. */
const NAME = `(left(split_part(p.search, E'\\n', 1), 60) COLLATE "C")`;
const ORDERS = {
  '-created_at': {
    key: 'p.created_at',
    type: 'timestamptz',
    direction: 'DESC',
    beyond: '<',
    shown: 'NULL::text',
  },
  created_at: {
    key: 'p.created_at',
    type: 'timestamptz',
    direction: 'ASC',
    beyond: '>',
    shown: 'NULL::text',
  },
  name: { key: NAME, type: 'text', direction: 'ASC', beyond: '>', shown: 'r.sort_key' },
  '-name': { key: NAME, type: 'text', direction: 'DESC', beyond: '<', shown: 'r.sort_key' },
} as const;

/** The rows of the page are found first and alone read whole. */
const listBy = (sort: ProductSort) => {
  const { key, type, direction, beyond, shown } = ORDERS[sort];
  return statement({
    name: `products.list.${sort}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      after_key: 'text?',
      after_id: 'text?',
      rows_max: 'int4',
      offset: 'int4',
      words: 'text?',
      category_id: 'text?',
      without_category: 'bool',
      is_active: 'bool?',
      barcode: 'text?',
      sku: 'text?',
      updated_since: 'timestamptz?',
    },
    row: { total: 'int8', sort_key: 'text?', ...orNull(PRODUCT_ROW) },
    sql: `WITH keys AS (
            SELECT p.id, ${key} AS sort_key FROM products p WHERE ${MATCHED} AND (:after_key::text IS NULL OR (${key}, p.id) ${beyond} (:after_key::${type}, :after_id)) ORDER BY ${key} ${direction}, p.id ${direction} LIMIT :rows_max OFFSET :offset
          ), page AS (
            SELECT k.sort_key, ${PRODUCT_SELECT} FROM keys k JOIN products p ON p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = k.id
          )
          SELECT t.total, ${shown} AS sort_key, ${COLUMNS} FROM (SELECT count(*) AS total FROM products p WHERE ${MATCHED}) t LEFT JOIN page r ON true ORDER BY r.sort_key ${direction}, r.id ${direction}`,
  });
};
const lists = {
  '-created_at': listBy('-created_at'),
  created_at: listBy('created_at'),
  name: listBy('name'),
  '-name': listBy('-name'),
} as const;

export type ProductsWanted = {
  readonly sort: ProductSort;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
  /** Folded; part of the name or a code. */
  readonly words: string | null;
  readonly categoryId: string | null;
  readonly withoutCategory: boolean;
  readonly isActive: boolean | null;
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly updatedSince: Date | null;
};

/** A product, and by which text it stood in its place where it was listed by name. */
export type ListedProduct = ProductState & { readonly sortText: string | null };

/** A part of the tenant's products and how many there are in all, of one snapshot. */
export async function listTenantProducts(
  runner: Runner,
  tenant: Tenant,
  wanted: ProductsWanted,
): Promise<{ readonly total: number; readonly rows: readonly ListedProduct[] }> {
  const listed = await runner.run(lists[wanted.sort], {
    ...keyOf(tenant),
    after_key: wanted.after && (wanted.after.text ?? wanted.after.at.toISOString()),
    after_id: wanted.after?.id ?? null,
    rows_max: wanted.rowsMax,
    offset: wanted.offset,
    words: wanted.words === null ? null : `%${wanted.words.replaceAll(/[\\%_]/g, '\\$&')}%`,
    category_id: wanted.categoryId,
    without_category: wanted.withoutCategory,
    is_active: wanted.isActive,
    barcode: wanted.barcode,
    sku: wanted.sku,
    updated_since: wanted.updatedSince,
  });
  const { total, rows } = splitTotal<ProductRow & { readonly sort_key: string | null }>(listed, 'id');
  return { total, rows: rows.map((row) => ({ ...readProductRow(row), sortText: row.sort_key })) };
}
