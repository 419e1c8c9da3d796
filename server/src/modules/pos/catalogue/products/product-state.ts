import type { Currency, ProductType, Rate } from '@cottontree/contract';
import type { JsonObject } from '../../../../store/index.ts';

/** Quantities in thousandths; `available` of a bundle is what its components make. */
export type StockState = {
  readonly locationId: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly available: number;
};

/** What is in one bundle, in thousandths. */
export type ComponentState = { readonly variantId: string; readonly quantityMilli: bigint };

export type VariantState = {
  readonly id: string;
  /** Null where it stands for the product itself. */
  readonly name: string | null;
  readonly sku: string | null;
  readonly barcodes: readonly string[];
  /** Minor units; null: as the product. */
  readonly ownPrice: bigint | null;
  readonly ownCost: bigint | null;
  readonly options: Readonly<Record<string, string>>;
  readonly isActive: boolean;
  readonly position: number;
  readonly createdAt: Date;
  readonly stock: readonly StockState[];
};

export type ProductOption = { readonly name: string; readonly values: readonly string[] };

/** A product with its variants, as decided on. */
export type ProductState = {
  readonly id: string;
  readonly livemode: boolean;
  /** 0: not written yet. */
  readonly version: number;
  readonly sequence: number;
  readonly name: string;
  readonly description: string | null;
  readonly categoryId: string | null;
  readonly type: ProductType;
  readonly currency: Currency;
  readonly price: bigint;
  readonly cost: bigint | null;
  readonly taxRateId: string | null;
  /** That of the tax rate where it names one, else its own; null: no tax. */
  readonly taxRate: Rate | null;
  readonly taxInclusive: boolean | null;
  readonly unit: string | null;
  readonly quantityStep: bigint;
  readonly trackInventory: boolean;
  readonly allowNegativeStock: boolean;
  readonly lowStockThreshold: bigint | null;
  readonly options: readonly ProductOption[];
  /** Of a bundle; without them it is counted itself. */
  readonly components: readonly ComponentState[];
  readonly modifierGroupIds: readonly string[];
  /** A path of our own begins with "/". */
  readonly imageUrl: string | null;
  readonly color: string | null;
  readonly isActive: boolean;
  readonly position: number;
  readonly metadata: JsonObject;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly variants: readonly VariantState[];
};

/** What a variant costs, in minor units. */
export function priceOf(
  product: Pick<ProductState, 'price'>,
  variant: Pick<VariantState, 'ownPrice'>,
): bigint {
  return variant.ownPrice ?? product.price;
}

export function costOf(
  product: Pick<ProductState, 'cost'>,
  variant: Pick<VariantState, 'ownCost'>,
): bigint | null {
  return variant.ownCost ?? product.cost;
}

/** The variant that stands for a product which is not variable. */
export function onlyVariant({
  type,
  variants,
}: Pick<ProductState, 'type' | 'variants'>): VariantState | null {
  return type === 'variable' ? null : (variants[0] ?? null);
}
