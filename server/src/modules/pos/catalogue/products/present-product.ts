import { createHash } from 'node:crypto';
import {
  formatTime,
  toMajor,
  type Currency,
  type Product,
  type SyncedProduct,
  type Variant,
} from '@cottontree/contract';
import { percentOut, quantityOut } from '../read-numbers.ts';
import {
  costOf,
  onlyVariant,
  priceOf,
  type ProductState,
  type StockState,
  type VariantState,
} from './product-state.ts';

type Place = { readonly publicUrl: string };

/** A product as its merchant sees it. */
export function presentProduct(product: ProductState, place: Place): Product {
  const variants = product.variants.map((one) => ({
    ...presentVariant(product, one),
    stock: one.stock.map(presentStock),
  }));
  return presentWith(variants, product, place);
}

/** A product as tills keep it. */
export function presentSyncedProduct(product: ProductState, place: Place): SyncedProduct {
  return presentWith(
    product.variants.map((one) => presentVariant(product, one)),
    product,
    place,
  );
}

/** Field by field: made of two spread halves it took four times as long, and a till asks for thousands. */
function presentWith<V>(variants: V, product: ProductState, { publicUrl }: Place) {
  const only = onlyVariant(product);
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    category_id: product.categoryId,
    sku: only?.sku ?? null,
    barcode: only?.barcodes[0] ?? null,
    barcodes: [...(only?.barcodes ?? [])],
    price: toMajor(product.price, product.currency),
    cost: amountOrNull(product.cost, product.currency),
    currency: product.currency,
    tax_rate_id: product.taxRateId,
    tax_rate: product.taxRate === null ? null : percentOut(product.taxRate),
    tax_inclusive: product.taxInclusive,
    type: product.type,
    unit: product.unit,
    quantity_step: quantityOut(product.quantityStep),
    track_inventory: product.trackInventory,
    allow_negative_stock: product.allowNegativeStock,
    low_stock_threshold: product.lowStockThreshold === null ? null : quantityOut(product.lowStockThreshold),
    options: product.options.map(({ name, values }) => ({ name, values: [...values] })),
    components: product.components.map(({ variantId, quantityMilli }) => ({
      variant_id: variantId,
      quantity: quantityOut(quantityMilli),
    })),
    variants,
    modifier_group_ids: [...product.modifierGroupIds],
    image_url: product.imageUrl?.startsWith('/') ? `${publicUrl}${product.imageUrl}` : product.imageUrl,
    color: product.color,
    is_active: product.isActive,
    position: product.position,
    metadata: { ...product.metadata },
    livemode: product.livemode,
    version: product.version,
    created_at: formatTime(product.createdAt),
    updated_at: formatTime(product.updatedAt),
  };
}

function presentVariant(product: ProductState, variant: VariantState): Omit<Variant, 'stock'> {
  const { currency } = product;
  return {
    id: variant.id,
    name: variant.name,
    sku: variant.sku,
    barcode: variant.barcodes[0] ?? null,
    barcodes: [...variant.barcodes],
    price: toMajor(priceOf(product, variant), currency),
    cost: amountOrNull(costOf(product, variant), currency),
    own_price: amountOrNull(variant.ownPrice, currency),
    own_cost: amountOrNull(variant.ownCost, currency),
    options: { ...variant.options },
    is_active: variant.isActive,
    position: variant.position,
  };
}

function presentStock({ locationId, onHand, reserved, available }: StockState) {
  return {
    location_id: locationId,
    on_hand: quantityOut(onHand),
    reserved: quantityOut(reserved),
    available: quantityOut(available),
  };
}

function amountOrNull(minor: bigint | null, currency: Currency): number | null {
  return minor === null ? null : toMajor(minor, currency);
}

/** Names what was read of a product: its version, which changes name, and what stands beside it, which they do not. */
export function versionOf({
  version,
  variants,
  categoryId,
  taxRate,
  modifierGroupIds,
}: ProductState): string {
  const beside = JSON.stringify([
    variants.map(({ stock }) => stock),
    categoryId,
    String(taxRate),
    modifierGroupIds,
  ]);
  return `${version}-${createHash('sha256').update(beside).digest('base64url').slice(0, 12)}`;
}
