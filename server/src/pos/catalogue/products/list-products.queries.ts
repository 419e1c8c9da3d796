import { flag, likeAnywhere, matching, matchingAs, since } from '../../../core/list-filters.queries.ts';
import { list } from '../../../core/list.queries.ts';
import { byText, byTime } from '../../../core/list-walk.queries.ts';
import { foldText } from '../fold-text.ts';
import { PRODUCT_ROW, PRODUCT_SELECT } from './product-rows.queries.ts';

const withCode = (kind: 'barcode' | 'sku') =>
  matching(
    (code) =>
      `p.id = (SELECT k.product_id FROM variant_codes k WHERE k.merchant_id = :merchant_id AND k.livemode = :livemode AND k.kind = '${kind}' AND k.code = ${code})`,
  );
const IN_CATEGORY =
  'EXISTS (SELECT FROM categories c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = p.category_id AND c.deleted_at IS NULL)';

/** A merchant's products; by name as the index `products_name` has it. The rows of the page are found first and alone read whole. */
export const productList = list('listProducts', {
  from: 'products p',
  row: PRODUCT_ROW,
  select: PRODUCT_SELECT,
  joins: '',
  counted: 'apart',
  where: 'p.deleted_at IS NULL',
  filters: {
    q: matchingAs(
      (words) => `p.search LIKE ${words}`,
      (text: string) => likeAnywhere(foldText(text)),
    ),
    category_id: matching(
      (id) => `((${id} = 'none' AND NOT ${IN_CATEGORY}) OR (p.category_id = ${id} AND ${IN_CATEGORY}))`,
    ),
    is_active: flag('p.is_active'),
    barcode: withCode('barcode'),
    sku: withCode('sku'),
    updated_since: since('p.updated_at'),
  },
  sorts: {
    created_at: byTime('p.created_at'),
    name: byText(`(left(split_part(p.search, E'\\n', 1), 60) COLLATE "C")`),
  },
});
