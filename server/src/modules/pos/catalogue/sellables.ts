import type { Currency, ProductType, Rate, TaxRule } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { readSellables, type ComponentJson, type GroupJson, type SellableRow } from './sellables.queries.ts';

/** How somebody names what is to be sold: by one of these, the first that is there; `productId` beside `variantId` must be its product. */
export type WantedItem = {
  readonly variantId?: string | null;
  readonly productId?: string | null;
  readonly sku?: string | null;
  readonly barcode?: string | null;
};

export type SellableModifier = {
  readonly id: string;
  readonly name: string;
  readonly priceMinor: bigint;
  readonly groupId: string;
};
/** `maxSelect` null: any number. */
export type SellableGroup = {
  readonly id: string;
  readonly name: string;
  readonly minSelect: number;
  readonly maxSelect: number | null;
  readonly modifiers: readonly SellableModifier[];
};

/** What is in one of a bundle, in thousandths. */
export type SellableComponent = {
  readonly variantId: string;
  readonly name: string;
  readonly quantityMilli: bigint;
  readonly tracked: boolean;
  readonly costMinor: bigint | null;
};

/** Something as the catalogue sells it now. */
export type Sellable = {
  readonly productId: string;
  readonly variantId: string;
  readonly productName: string;
  /** Null where the variant stands for the product itself. */
  readonly variantName: string | null;
  /** As a receipt names it. */
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly type: ProductType;
  readonly currency: Currency;
  readonly priceMinor: bigint;
  readonly costMinor: bigint | null;
  readonly tax: { readonly name: string; readonly rate: Rate } | null;
  /** Null: as the settings of the till have it. */
  readonly taxInclusive: boolean | null;
  readonly categoryId: string | null;
  readonly categoryName: string | null;
  readonly unit: string | null;
  /** Of what a quantity is a multiple, in thousandths. */
  readonly quantityStepMilli: bigint;
  readonly trackInventory: boolean;
  readonly isActive: boolean;
  /** Deleted things are still found by their ids, for tills that were away. */
  readonly isDeleted: boolean;
  readonly groups: readonly SellableGroup[];
  /** Of a bundle that holds no stock itself. */
  readonly components: readonly SellableComponent[];
  /** The product's. */
  readonly version: number;
};

/** `absent`: nothing has this id or code. `ambiguous`: the product has several variants, and one must be named. */
export type FoundItem = Sellable | 'absent' | 'ambiguous';

/** What stands in the catalogue for each thing wanted, in the same order; one statement however many there are. */
export async function findSellables(
  runner: Runner,
  tenant: Tenant,
  wanted: readonly WantedItem[],
): Promise<readonly FoundItem[]> {
  const keys = wanted.map(keyOfItem);
  const of = (kind: Key['kind']): readonly string[] => [
    ...new Set(keys.flatMap((key) => (key?.kind === kind ? [key.value] : []))),
  ];
  const asked = {
    variantIds: of('variant'),
    productIds: of('product'),
    skus: of('sku'),
    barcodes: of('barcode'),
  };
  const rows = Object.values(asked).every((some) => some.length === 0)
    ? []
    : await readSellables(runner, tenant, asked);
  const found = new Map(rows.map((row) => [`${row.asked_as} ${row.asked}`, row]));
  return wanted.map((item, at) => {
    const key = keys[at];
    const row = key ? found.get(`${key.kind} ${key.value}`) : undefined;
    if (row === undefined || (item.variantId && item.productId && row.product_id !== item.productId))
      return 'absent';
    return row.choices > 1n ? 'ambiguous' : readSellable(row);
  });
}

/** The taxes of one item, as totals are computed from them. */
export function taxesOf(
  { tax, taxInclusive }: Pick<Sellable, 'tax' | 'taxInclusive'>,
  inclusiveByDefault: boolean,
): readonly TaxRule[] {
  return tax === null
    ? []
    : [{ name: tax.name, rate: tax.rate, inclusive: taxInclusive ?? inclusiveByDefault }];
}

type Key = { readonly kind: 'variant' | 'product' | 'sku' | 'barcode'; readonly value: string };

function keyOfItem({ variantId, productId, sku, barcode }: WantedItem): Key | null {
  if (variantId) return { kind: 'variant', value: variantId };
  if (productId) return { kind: 'product', value: productId };
  if (sku) return { kind: 'sku', value: sku };
  return barcode ? { kind: 'barcode', value: barcode } : null;
}

/** A rate without a name is called what it is on every receipt. */
const TAX = 'Tax';

function readSellable(row: SellableRow): Sellable {
  const { type, currency, groups, ...words } = row;
  const components = words.components.map(readComponent);
  return {
    productId: row.product_id,
    variantId: row.variant_id,
    productName: row.product_name,
    variantName: row.variant_name,
    name: row.variant_name === null ? row.product_name : `${row.product_name}, ${row.variant_name}`,
    sku: row.sku,
    barcode: row.barcode,
    type,
    currency,
    priceMinor: row.price,
    costMinor: row.cost ?? costOf(components),
    tax: row.tax_rate === null ? null : { name: row.tax_name ?? TAX, rate: row.tax_rate },
    taxInclusive: row.tax_inclusive,
    categoryId: row.category_id,
    categoryName: row.category_name,
    unit: row.unit,
    quantityStepMilli: row.quantity_step,
    trackInventory: row.track_inventory,
    isActive: row.is_active,
    isDeleted: row.is_deleted,
    groups: groups.map(readGroup),
    components,
    version: row.version,
  };
}

function readComponent({
  variant_id: variantId,
  name,
  quantity,
  tracked,
  cost,
}: ComponentJson): SellableComponent {
  return {
    variantId,
    name,
    quantityMilli: BigInt(quantity),
    tracked,
    costMinor: cost === null ? null : BigInt(cost),
  };
}

const MILLI = 1_000n;

/** What a bundle costs the merchant that has no cost of its own: as much as what is in it, where that is known of all. */
function costOf(components: readonly SellableComponent[]): bigint | null {
  const costs = components.map(({ costMinor, quantityMilli }) =>
    costMinor === null ? null : costMinor * quantityMilli,
  );
  if (costs.length === 0 || costs.includes(null)) return null;
  return (costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n) + MILLI / 2n) / MILLI;
}

function readGroup({ id, name, min_select, max_select, modifiers }: GroupJson): SellableGroup {
  return {
    id,
    name,
    minSelect: min_select,
    maxSelect: max_select,
    modifiers: modifiers
      .filter((one) => one.is_active)
      .map((one) => ({ id: one.id, name: one.name, priceMinor: BigInt(one.price), groupId: id })),
  };
}
