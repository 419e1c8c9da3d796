import type { Currency, ProductType } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const OWN = (table: string, of: string): string =>
  `${table}.merchant_id = ${of}.merchant_id AND ${table}.livemode = ${of}.livemode`;
/** What can be chosen of a product: groups in its own order. */
const GROUPS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'min_select', g.min_select, 'max_select', g.max_select, 'modifiers', g.modifiers) ORDER BY array_position(p.modifier_group_ids, g.id)), '[]')
    FROM modifier_groups g WHERE ${OWN('g', 'p')} AND g.id = ANY (p.modifier_group_ids) AND g.deleted_at IS NULL AND g.is_active)`;

/** What is in it, as far as it is a bundle. */
const COMPONENTS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('variant_id', b.variant_id, 'name', concat_ws(', ', q.name, g.name), 'quantity', b.quantity, 'tracked', g.track_inventory, 'cost', g.cost::text) ORDER BY b.position), '[]')
    FROM bundle_components b JOIN variants g ON ${OWN('g', 'b')} AND g.id = b.variant_id JOIN products q ON ${OWN('q', 'g')} AND q.id = g.product_id WHERE ${OWN('b', 'p')} AND b.product_id = p.id)`;

export type ComponentJson = {
  readonly variant_id: string;
  readonly name: string;
  readonly quantity: number;
  readonly tracked: boolean;
  readonly cost: string | null;
};
export type GroupJson = {
  readonly id: string;
  readonly name: string;
  readonly min_select: number;
  readonly max_select: number | null;
  readonly modifiers: readonly {
    readonly id: string;
    readonly name: string;
    readonly price: string;
    readonly is_active: boolean;
  }[];
};

const sellables = statement({
  name: 'catalogue.sellables',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    variant_ids: 'text[]',
    product_ids: 'text[]',
    skus: 'text[]',
    barcodes: 'text[]',
  },
  row: {
    asked_as: 'text',
    asked: 'text',
    choices: 'int8',
    variant_id: 'text',
    product_id: 'text',
    product_name: 'text',
    variant_name: 'text?',
    sku: 'text?',
    barcode: 'text?',
    type: text<ProductType>(),
    currency: text<Currency>(),
    price: 'int8',
    cost: 'int8?',
    tax_name: 'text?',
    tax_rate: 'int8?',
    tax_inclusive: 'bool?',
    category_id: 'text?',
    category_name: 'text?',
    unit: 'text?',
    quantity_step: 'int8',
    track_inventory: 'bool',
    is_active: 'bool',
    is_deleted: 'bool',
    groups: json<readonly GroupJson[]>(),
    components: json<readonly ComponentJson[]>(),
    version: 'int4',
  },
  sql: `WITH asked AS (
          SELECT 'variant' AS kind, x.asked, x.asked AS variant_id, 1::bigint AS choices FROM unnest(:variant_ids::text[]) AS x(asked)
          UNION ALL
          SELECT 'product', x.asked, min(v.id), count(*) FROM unnest(:product_ids::text[]) AS x(asked) JOIN products p ON p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = x.asked
          JOIN variants v ON ${OWN('v', 'p')} AND v.product_id = p.id AND (v.deleted_at IS NULL OR p.deleted_at IS NOT NULL) GROUP BY x.asked
          UNION ALL
          SELECT c.kind, c.code, c.variant_id, 1 FROM variant_codes c
          WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND ((c.kind = 'sku' AND c.code = ANY (:skus)) OR (c.kind = 'barcode' AND c.code = ANY (:barcodes)))
        )
        SELECT a.kind AS asked_as, a.asked, a.choices, v.id AS variant_id, p.id AS product_id, p.name AS product_name, v.name AS variant_name, v.sku,
          (SELECT c.code FROM variant_codes c WHERE ${OWN('c', 'v')} AND c.product_id = v.product_id AND c.variant_id = v.id AND c.kind = 'barcode' ORDER BY c.position LIMIT 1) AS barcode,
          p.type, p.currency, v.price, v.cost, t.name AS tax_name, coalesce(t.rate, p.tax_rate) AS tax_rate, p.tax_inclusive, k.id AS category_id, k.name AS category_name, p.unit, p.quantity_step, v.track_inventory,
          p.is_active AND v.is_active AS is_active, p.deleted_at IS NOT NULL OR v.deleted_at IS NOT NULL AS is_deleted, ${GROUPS} AS groups, ${COMPONENTS} AS components, p.version
        FROM asked a JOIN variants v ON v.merchant_id = :merchant_id AND v.livemode = :livemode AND v.id = a.variant_id
        JOIN products p ON ${OWN('p', 'v')} AND p.id = v.product_id
        LEFT JOIN tax_rates t ON ${OWN('t', 'p')} AND t.id = p.tax_rate_id
        LEFT JOIN categories k ON ${OWN('k', 'p')} AND k.id = p.category_id AND k.deleted_at IS NULL`,
});

export type SellableRow = ValuesOf<(typeof sellables)['row']>;
export type AskedItem = {
  readonly variantIds: readonly string[];
  readonly productIds: readonly string[];
  readonly skus: readonly string[];
  readonly barcodes: readonly string[];
};

/** What stands in the catalogue under some ids and codes, deleted things among it where they are named by id. */
export function readSellables(
  runner: Runner,
  tenant: Tenant,
  asked: AskedItem,
): Promise<readonly SellableRow[]> {
  return runner.run(sellables, {
    ...keyOf(tenant),
    variant_ids: asked.variantIds,
    product_ids: asked.productIds,
    skus: asked.skus,
    barcodes: asked.barcodes,
  });
}
