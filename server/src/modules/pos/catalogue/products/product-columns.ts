import { foldText } from '../fold-text.ts';
import type { Json } from '../../../../store/index.ts';
import { costOf, priceOf, type ProductState, type VariantState } from './product-state.ts';
import type { ProductRow, VariantJson } from './product-rows.queries.ts';

export function readProductRow(row: ProductRow): ProductState {
  const { type, currency, options, components, variants, metadata } = row;
  return {
    id: row.id,
    livemode: row.livemode,
    version: row.version,
    sequence: row.sequence,
    name: row.name,
    description: row.description,
    categoryId: row.category_id,
    type,
    currency,
    price: row.price,
    cost: row.cost,
    taxRateId: row.tax_rate_id,
    taxRate: row.tax_rate,
    taxInclusive: row.tax_inclusive,
    unit: row.unit,
    quantityStep: row.quantity_step,
    trackInventory: row.track_inventory,
    allowNegativeStock: row.allow_negative_stock,
    lowStockThreshold: row.low_stock_threshold,
    options,
    components: components.map((one) => ({ variantId: one.variant_id, quantityMilli: BigInt(one.quantity) })),
    modifierGroupIds: row.modifier_group_ids,
    imageUrl: row.image_url,
    color: row.color,
    isActive: row.is_active,
    position: row.position,
    metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    variants: variants.map(readVariant),
  };
}

function readVariant(row: VariantJson): VariantState {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    barcodes: row.barcodes,
    ownPrice: minor(row.own_price),
    ownCost: minor(row.own_cost),
    options: row.options,
    isActive: row.is_active,
    position: row.position,
    createdAt: new Date(row.created_at),
    stock: row.stock.map((one) => ({
      locationId: one.location_id,
      onHand: one.on_hand,
      reserved: one.reserved,
      available: one.available,
    })),
  };
}

const minor = (amount: number | null): bigint | null => (amount === null ? null : BigInt(amount));
const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

/** A product's row as the writer takes it; `before`: the version that was read, 0 for a new one. */
export function productColumns(product: ProductState, before: number): { readonly [column: string]: Json } {
  return {
    id: product.id,
    before,
    sequence: product.sequence,
    name: product.name,
    description: product.description,
    category_id: product.categoryId,
    type: product.type,
    currency: product.currency,
    price: String(product.price),
    cost: text(product.cost),
    tax_rate_id: product.taxRateId,
    tax_rate: product.taxRateId === null ? text(product.taxRate) : null,
    tax_inclusive: product.taxInclusive,
    unit: product.unit,
    quantity_step: String(product.quantityStep),
    track_inventory: product.trackInventory,
    allow_negative_stock: product.allowNegativeStock,
    low_stock_threshold: text(product.lowStockThreshold),
    options: product.options,
    modifier_group_ids: product.modifierGroupIds,
    image_url: product.imageUrl,
    color: product.color,
    is_active: product.isActive,
    position: product.position,
    metadata: product.metadata,
    search: searchTextOf(product),
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    deleted_at: product.deletedAt?.toISOString() ?? null,
  };
}

/** A variant's row, with what it copies of its product. */
export function variantColumns(
  product: ProductState,
  variant: VariantState,
): { readonly [column: string]: Json } {
  return {
    id: variant.id,
    product_id: product.id,
    name: variant.name,
    sku: variant.sku,
    options: variant.options,
    own_price: text(variant.ownPrice),
    own_cost: text(variant.ownCost),
    price: String(priceOf(product, variant)),
    cost: text(costOf(product, variant)),
    track_inventory: product.trackInventory,
    allow_negative_stock: product.allowNegativeStock,
    low_stock_threshold: text(product.lowStockThreshold),
    is_active: variant.isActive,
    position: variant.position,
    created_at: variant.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    deleted_at: product.deletedAt?.toISOString() ?? null,
  };
}

/** The rows of what is in a bundle. */
export function componentColumns({ id, components }: ProductState): readonly Json[] {
  return components.map(({ variantId, quantityMilli }, position) => ({
    product_id: id,
    variant_id: variantId,
    position,
    quantity: String(quantityMilli),
  }));
}

export type Code = {
  readonly kind: 'sku' | 'barcode';
  readonly code: string;
  readonly product_id: string;
  readonly variant_id: string;
  readonly position: number;
};

/** The codes of a product's variants; what is deleted has none. */
export function codesOf({ id, variants, deletedAt }: ProductState): readonly Code[] {
  if (deletedAt !== null) return [];
  return variants.flatMap((variant) => [
    ...(variant.sku === null
      ? []
      : [{ kind: 'sku' as const, code: variant.sku, product_id: id, variant_id: variant.id, position: 0 }]),
    ...variant.barcodes.map((code, position) => ({
      kind: 'barcode' as const,
      code,
      product_id: id,
      variant_id: variant.id,
      position,
    })),
  ]);
}

function searchTextOf({ name, variants }: ProductState): string {
  return foldText(
    [name, ...variants.flatMap((variant) => [variant.sku ?? [], variant.barcodes].flat())].join('\n'),
  );
}
