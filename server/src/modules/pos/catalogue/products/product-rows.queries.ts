import type { Currency, ProductType } from '@cottontree/contract';
import { json, text, type ValuesOf, type JsonObject } from '../../../../store/index.ts';
import type { ProductOption } from './product-state.ts';

/** A variant as the statement gathers it. */
export type VariantJson = {
  readonly id: string;
  readonly name: string | null;
  readonly sku: string | null;
  readonly barcodes: readonly string[];
  readonly own_price: number | null;
  readonly own_cost: number | null;
  readonly options: Readonly<Record<string, string>>;
  readonly is_active: boolean;
  readonly position: number;
  readonly created_at: string;
  readonly stock: readonly {
    readonly location_id: string;
    readonly on_hand: number;
    readonly reserved: number;
    readonly available: number;
  }[];
};

/** A product as it is read: its columns, and what is in it and its variants with their codes and stock as JSON. */
export const PRODUCT_ROW = {
  id: 'text',
  livemode: 'bool',
  version: 'int4',
  sequence: 'int4',
  name: 'text',
  description: 'text?',
  category_id: 'text?',
  type: text<ProductType>(),
  currency: text<Currency>(),
  price: 'int8',
  cost: 'int8?',
  tax_rate_id: 'text?',
  tax_rate: 'int8?',
  tax_inclusive: 'bool?',
  unit: 'text?',
  quantity_step: 'int8',
  track_inventory: 'bool',
  allow_negative_stock: 'bool',
  low_stock_threshold: 'int8?',
  options: json<readonly ProductOption[]>(),
  modifier_group_ids: 'text[]',
  image_url: 'text?',
  color: 'text?',
  is_active: 'bool',
  position: 'int4',
  metadata: json<JsonObject>(),
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz?',
  components: json<readonly { readonly variant_id: string; readonly quantity: number }[]>(),
  variants: json<readonly VariantJson[]>(),
} as const;
export type ProductRow = ValuesOf<typeof PRODUCT_ROW>;

const OF = (table: string, key: string): string =>
  `${table}.merchant_id = p.merchant_id AND ${table}.livemode = p.livemode AND ${key}`;

const variantsWith = (
  stock: string,
): string => `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'own_price', v.own_price, 'own_cost', v.own_cost, 'options', v.options,
      'is_active', v.is_active, 'position', v.position, 'created_at', v.created_at,
      'barcodes', (SELECT coalesce(jsonb_agg(c.code ORDER BY c.position), '[]') FROM variant_codes c WHERE ${OF('c', `c.product_id = p.id AND c.variant_id = v.id AND c.kind = 'barcode'`)}),
      'stock', ${stock}) ORDER BY v.position, v.id), '[]')
    FROM variants v WHERE ${OF('v', 'v.product_id = p.id AND (v.deleted_at IS NULL OR p.deleted_at IS NOT NULL)')})`;
const COMPONENTS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('variant_id', c.variant_id, 'quantity', c.quantity) ORDER BY c.position), '[]') FROM bundle_components c WHERE ${OF('c', 'c.product_id = p.id')})`;
const LEVELS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('location_id', s.location_id, 'on_hand', s.on_hand, 'reserved', s.reserved, 'available', s.on_hand - s.reserved) ORDER BY s.location_id), '[]')
      FROM stock_levels s WHERE ${OF('s', 's.variant_id = v.id')})`;
/** The components of `p` that limit how many of it there are. */
const LIMITING = `bundle_components c JOIN variants g ON ${OF('g', 'g.id = c.variant_id AND g.track_inventory AND NOT g.allow_negative_stock')}`;
/** As many whole steps of the bundle as the scarcest component makes, wherever any of them has ever been. */
const MADE = `(SELECT coalesce(jsonb_agg(jsonb_build_object('location_id', m.location_id, 'on_hand', 0, 'reserved', 0, 'available', m.available) ORDER BY m.location_id), '[]')
      FROM (SELECT l.location_id, greatest(min(trunc(coalesce(s.on_hand - s.reserved, 0) * 1000.0 / c.quantity / p.quantity_step) * p.quantity_step), 0) AS available
        FROM (SELECT DISTINCT s.location_id FROM ${LIMITING} JOIN stock_levels s ON ${OF('s', 's.variant_id = c.variant_id')} WHERE ${OF('c', 'c.product_id = p.id')}) l
        CROSS JOIN ${LIMITING} LEFT JOIN stock_levels s ON ${OF('s', 's.location_id = l.location_id AND s.variant_id = c.variant_id')} WHERE ${OF('c', 'c.product_id = p.id')} GROUP BY l.location_id) m)`;
const STOCK = `CASE WHEN p.type = 'bundle' AND NOT p.track_inventory THEN ${MADE} ELSE ${LEVELS} END`;

/** What a category or a group has been deleted of is no more the product's. */
const select = (
  variants: string,
): string => `p.id, p.livemode, p.version, p.sequence, p.name, p.description, (SELECT k.id FROM categories k WHERE ${OF('k', 'k.id = p.category_id AND k.deleted_at IS NULL')}) AS category_id,
  p.type, p.currency, p.price, p.cost, p.tax_rate_id, coalesce((SELECT t.rate FROM tax_rates t WHERE ${OF('t', 't.id = p.tax_rate_id')}), p.tax_rate) AS tax_rate, p.tax_inclusive, p.unit, p.quantity_step, p.track_inventory,
  p.allow_negative_stock, p.low_stock_threshold, p.options,
  ARRAY(SELECT g.id FROM modifier_groups g WHERE ${OF('g', 'g.id = ANY (p.modifier_group_ids) AND g.deleted_at IS NULL')} ORDER BY array_position(p.modifier_group_ids, g.id)) AS modifier_group_ids,
  p.image_url, p.color, p.is_active, p.position, p.metadata, p.created_at, p.updated_at, p.deleted_at, ${COMPONENTS} AS components, ${variants} AS variants`;

/** The select list of `PRODUCT_ROW`, of products `p`. */
export const PRODUCT_SELECT = select(variantsWith(STOCK));
/** The same with no stock looked at. */
export const PRODUCT_SELECT_BARE = select(variantsWith(`'[]'::jsonb`));

/** In a list also what tells in which state it was read: the catalogue's mark, and of a bundle the stock of what is in it. */
export const LISTED_ROW = {
  ...PRODUCT_ROW,
  mark: 'text?',
  component_levels: json<
    readonly {
      readonly variant_id: string;
      readonly location_id: string;
      readonly on_hand: number;
      readonly reserved: number;
    }[]
  >(),
} as const;
export type ListedProductRow = ValuesOf<typeof LISTED_ROW>;

export const LISTED_SELECT = `${PRODUCT_SELECT},
  (SELECT f.mark::text FROM till_feeds f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode) AS mark,
  CASE WHEN p.type = 'bundle' AND NOT p.track_inventory THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('variant_id', s.variant_id, 'location_id', s.location_id, 'on_hand', s.on_hand, 'reserved', s.reserved)), '[]')
    FROM bundle_components c JOIN stock_levels s ON ${OF('s', 's.variant_id = c.variant_id')} WHERE ${OF('c', 'c.product_id = p.id')}) ELSE '[]' END AS component_levels`;
