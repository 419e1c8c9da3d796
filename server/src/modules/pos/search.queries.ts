import type { SaleStatus } from '@cottontree/contract';
import { prefixOf, type SearchQuestion } from '../../kernel/call/search-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const ownOf = (table: string): string =>
  `${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode`;
const SALE =
  's.id, s.receipt_number, s.number_text, s.status, s.customer_name, s.customer_phone, s.created_at';
const PRODUCT = 'p.id, p.name, p.is_active';

const sales = statement({
  name: 'search.sales',
  params: { ...KEY, words: 'text', upper: 'text', phone: 'text?', rows_max: 'int4' },
  row: {
    id: 'text',
    receipt_number: 'text?',
    number_text: 'text?',
    status: text<SaleStatus>(),
    customer_name: 'text?',
    customer_phone: 'text?',
    created_at: 'timestamptz',
    way: 'int4',
  },
  sql: `(SELECT ${SALE}, 0 AS way FROM sales s WHERE ${ownOf('s')} AND s.id = :words)
        UNION ALL (SELECT ${SALE}, 1 FROM sales s WHERE ${ownOf('s')} AND s.receipt_number IN (:words, :upper) LIMIT :rows_max)
        UNION ALL (SELECT ${SALE}, 2 FROM sales s WHERE ${ownOf('s')} AND s.customer_phone = :phone ORDER BY s.created_at DESC LIMIT :rows_max)`,
});

/** `search_key` is what `search` begins with: the name without case and accents. */
const products = statement({
  name: 'search.products',
  params: { ...KEY, words: 'text', upper: 'text', prefix: 'text', prefix_end: 'text', rows_max: 'int4' },
  row: { id: 'text', name: 'text', is_active: 'bool', code: 'text?', way: 'int4' },
  sql: `(SELECT ${PRODUCT}, NULL::text AS code, 0 AS way FROM products p WHERE ${ownOf('p')} AND p.id = :words AND p.deleted_at IS NULL)
        UNION ALL (SELECT ${PRODUCT}, c.code, 1 FROM variant_codes c JOIN products p ON ${ownOf('p')} AND p.id = c.product_id
          WHERE ${ownOf('c')} AND c.kind IN ('sku', 'barcode') AND c.code IN (:words, :upper) AND p.deleted_at IS NULL LIMIT :rows_max)
        UNION ALL (SELECT ${PRODUCT}, NULL, 2 FROM products p WHERE ${ownOf('p')} AND p.search_key >= :prefix AND p.search_key < :prefix_end AND p.deleted_at IS NULL LIMIT :rows_max)`,
});

export type FoundSale = ValuesOf<(typeof sales)['row']>;
export type FoundProduct = ValuesOf<(typeof products)['row']>;

/** Sales by id, the number on their receipt, or their customer's phone number. */
export async function findSalesOf(
  runner: Runner,
  { tenant, text: words, phone, rowsMax }: SearchQuestion,
): Promise<readonly FoundSale[]> {
  const upper = words.toUpperCase();
  return runner.run(sales, { ...keyOf(tenant), words, upper, phone, rows_max: rowsMax });
}

/** Products by id, SKU or barcode, or the beginning of their name. */
export async function findProductsNamed(
  runner: Runner,
  { tenant, text: words, rowsMax }: SearchQuestion,
  folded: string,
): Promise<readonly FoundProduct[]> {
  const wanted = { words, upper: words.toUpperCase(), ...prefixOf(folded), rows_max: rowsMax };
  return runner.run(products, { ...keyOf(tenant), ...wanted });
}
