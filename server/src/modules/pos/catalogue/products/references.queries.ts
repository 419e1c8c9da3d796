import type { ProductType, Rate } from '@cottontree/contract';
import {
  flag,
  likeAnywhere,
  matching,
  matchingAs,
  since,
} from '../../../../kernel/list/list-filters.queries.ts';
import { byText, byTime } from '../../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, text, type Runner } from '../../../../store/index.ts';
import { foldText } from '../fold-text.ts';
import { LISTED_ROW, LISTED_SELECT } from './product-rows.queries.ts';

const find = statement({
  name: 'products.references',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    categories: 'text[]',
    tax_rates: 'text[]',
    groups: 'text[]',
    skus: 'text[]',
    barcodes: 'text[]',
  },
  row: { kind: 'text', key: 'text', rate: 'int8?', product_id: 'text?', variant_id: 'text?' },
  sql: `SELECT 'category' AS kind, c.id AS key, NULL::bigint AS rate, NULL::text AS product_id, NULL::text AS variant_id FROM categories c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = ANY (:categories) AND c.deleted_at IS NULL
        UNION ALL SELECT 'tax_rate', t.id, t.rate, NULL, NULL FROM tax_rates t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = ANY (:tax_rates) AND t.deleted_at IS NULL
        UNION ALL SELECT 'group', g.id, NULL, NULL, NULL FROM modifier_groups g WHERE g.merchant_id = :merchant_id AND g.livemode = :livemode AND g.id = ANY (:groups) AND g.deleted_at IS NULL
        UNION ALL SELECT k.kind, k.code, NULL, k.product_id, k.variant_id
        FROM (SELECT 'sku' AS kind, s.code FROM unnest(:skus::text[]) AS s(code) UNION ALL SELECT 'barcode', b.code FROM unnest(:barcodes::text[]) AS b(code)) AS x
        JOIN variant_codes k ON k.merchant_id = :merchant_id AND k.livemode = :livemode AND k.kind = x.kind AND k.code = x.code`,
});

const findGoods = statement({
  name: 'products.findComponents',
  params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
  row: { id: 'text', product_id: 'text', type: text<ProductType>(), quantity_step: 'int8' },
  sql: `SELECT v.id, v.product_id, p.type, p.quantity_step FROM variants v JOIN products p ON p.merchant_id = v.merchant_id AND p.livemode = v.livemode AND p.id = v.product_id
        WHERE v.merchant_id = :merchant_id AND v.livemode = :livemode AND v.id = ANY (:ids) AND v.deleted_at IS NULL AND p.deleted_at IS NULL`,
});

/** What may be in a bundle; `stepMilli`: of what its quantity is a multiple. */
type ComponentGood = {
  readonly productId: string;
  readonly type: ProductType;
  readonly stepMilli: bigint;
};

/** Whose a SKU or barcode is. */
type CodeOwner = { readonly productId: string; readonly variantId: string };

/** What of the things that products name is there. */
export type References = {
  readonly categories: ReadonlySet<string>;
  readonly taxRates: ReadonlyMap<string, Rate>;
  readonly groups: ReadonlySet<string>;
  readonly skus: ReadonlyMap<string, CodeOwner>;
  readonly barcodes: ReadonlyMap<string, CodeOwner>;
  /** By the variant's id. */
  readonly components: ReadonlyMap<string, ComponentGood>;
};
export type Named = {
  readonly categories: readonly string[];
  readonly taxRates: readonly string[];
  readonly groups: readonly string[];
  readonly skus: readonly string[];
  readonly barcodes: readonly string[];
  readonly components: readonly string[];
};

/** Looks up everything that products name, in one statement, and another where bundles are among them. */
export async function findReferences(runner: Runner, tenant: Tenant, named: Named): Promise<References> {
  const { components: goods, ...others } = named;
  const components = await findComponents(runner, tenant, goods);
  const rows = Object.values(others).every((some) => some.length === 0)
    ? []
    : await runner.run(find, {
        ...keyOf(tenant),
        categories: named.categories,
        tax_rates: named.taxRates,
        groups: named.groups,
        skus: named.skus,
        barcodes: named.barcodes,
      });
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const owners = (kind: string): ReadonlyMap<string, CodeOwner> =>
    new Map(
      of(kind).map(({ key, product_id, variant_id }) => [
        key,
        { productId: product_id ?? '', variantId: variant_id ?? '' },
      ]),
    );
  return {
    categories: new Set(of('category').map(({ key }) => key)),
    taxRates: new Map(of('tax_rate').map(({ key, rate }) => [key, rate ?? 0n])),
    groups: new Set(of('group').map(({ key }) => key)),
    skus: owners('sku'),
    barcodes: owners('barcode'),
    components,
  };
}

async function findComponents(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<References['components']> {
  if (ids.length === 0) return new Map();
  const rows = await runner.run(findGoods, { ...keyOf(tenant), ids });
  return new Map(
    rows.map(({ id, product_id: productId, type, quantity_step: stepMilli }) => [
      id,
      { productId, type, stepMilli },
    ]),
  );
}

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
  row: LISTED_ROW,
  select: LISTED_SELECT,
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
