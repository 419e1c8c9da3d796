import {
  parseDecimal,
  toMajor,
  type Currency,
  type SaleDiscountIn,
  type SaleItemIn,
  type SaleTaxIn,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readMoney, readShare } from '../../../kernel/money/read-figures.ts';
import { taxesOf, type FoundItem, type Sellable, type WantedItem } from '../catalogue/sellables.ts';
import type { KeptComponent, KeptDiscount, KeptModifier, KeptTax, SaleLine } from './sale-parts.ts';
import { TAX_NAME, type LineDraft } from './total-sale.ts';

export type Pricing = {
  readonly found: readonly FoundItem[];
  readonly currency: Currency;
  /** Whether prices have tax in them where a product does not say. */
  readonly taxInclusive: boolean;
  /** Throws where whoever sells may not do it. */
  readonly demand: (permission: 'price_override' | 'discount') => void;
};

/** What of the catalogue the items are. */
export function wantsOf(
  items: readonly Pick<SaleItemIn, 'product_id' | 'variant_id'>[],
): readonly WantedItem[] {
  return items.map(({ product_id, variant_id }) => ({
    variantId: variant_id ?? null,
    productId: product_id ?? null,
  }));
}

/** Under which a change tells the taxes of a line as they were read: no body of a request can say it. */
export const TAXES_READ = Symbol('taxes as they were read');

/** An item as it is asked for; what is in no catalogue keeps its taxes where a sale is changed. */
export type ItemToPrice = SaleItemIn & { readonly [TAXES_READ]?: readonly SaleTaxIn[] };

/** The items at the prices and taxes of the catalogue, or at others where that is allowed. */
export function priceItems(items: readonly ItemToPrice[], pricing: Pricing): readonly LineDraft[] {
  return items.map((item, index) => {
    const path = `items[${index}]`;
    const named = [item.product_id ?? item.variant_id, item.custom_name].filter((name) => name !== undefined);
    if (named.length !== 1)
      throw invalid({ path, message: 'must have either product_id or variant_id, or custom_name' });
    return item.custom_name === undefined
      ? catalogueLine(item, pricing, { path, index })
      : customLine(item, pricing, { path, index });
  });
}

type Place = { readonly path: string; readonly index: number };

function catalogueLine(item: SaleItemIn, pricing: Pricing, { path, index }: Place): LineDraft {
  const { currency } = pricing;
  const sellable = requireSellable(pricing.found[index], item, { path, currency });
  if (item.tax_rate !== undefined)
    throw invalid({
      path: `${path}.tax_rate`,
      message: 'is for custom_name only: a product has its own taxes',
    });
  const quantity = readQuantity(item.quantity ?? 1, { path: `${path}.quantity` });
  if (quantity % sellable.quantityStepMilli !== 0n)
    throw invalid({
      path: `${path}.quantity`,
      message: `must be a multiple of ${Number(sellable.quantityStepMilli) / 1_000}`,
    });
  const price =
    item.unit_price === undefined
      ? sellable.priceMinor
      : readMoney(item.unit_price, { path: `${path}.unit_price`, currency });
  if (price !== sellable.priceMinor) pricing.demand('price_override');
  return {
    line: index + 1,
    product_id: sellable.productId,
    variant_id: sellable.variantId,
    category_id: sellable.categoryId,
    name: sellable.name,
    sku: sellable.sku,
    quantity: String(quantity),
    refunded: '0',
    list_price: String(sellable.priceMinor),
    unit_price: String(price),
    unit_cost: sellable.costMinor === null ? null : String(sellable.costMinor),
    modifiers: chooseModifiers(item.modifiers ?? [], sellable, path),
    discount: readItemDiscount(item, pricing, path),
    taxes: taxesOf(sellable, pricing.taxInclusive).map(({ name, rate, inclusive }): KeptTax => ({
      name,
      rate: String(rate),
      inclusive,
    })),
    note: item.note ?? null,
    tracked: sellable.trackInventory,
    ...componentsOf(sellable),
  };
}

/** What is in a bundle at this moment; later changes of it touch no sale. */
export function componentsOf({ components }: Pick<Sellable, 'components'>): Pick<SaleLine, 'components'> {
  if (components.length === 0) return {};
  return {
    components: components.map(({ variantId, name, quantityMilli, tracked, costMinor }): KeptComponent => ({
      variant_id: variantId,
      name,
      quantity: String(quantityMilli),
      tracked,
      unit_cost: costMinor === null ? null : String(costMinor),
    })),
  };
}

function customLine(item: ItemToPrice, pricing: Pricing, { path, index }: Place): LineDraft {
  if (item.unit_price === undefined)
    throw invalid({ path: `${path}.unit_price`, message: 'is required with custom_name' });
  if ((item.modifiers ?? []).length > 0)
    throw invalid({ path: `${path}.modifiers`, message: 'are for products of the catalogue' });
  pricing.demand('price_override');
  return {
    line: index + 1,
    product_id: null,
    variant_id: null,
    category_id: null,
    name: item.custom_name ?? '',
    sku: null,
    quantity: String(readQuantity(item.quantity ?? 1, { path: `${path}.quantity` })),
    refunded: '0',
    list_price: null,
    unit_price: String(
      readMoney(item.unit_price, { path: `${path}.unit_price`, currency: pricing.currency }),
    ),
    unit_cost: null,
    modifiers: [],
    discount: readItemDiscount(item, pricing, path),
    taxes: customTaxes(item, pricing, path),
    note: item.note ?? null,
    tracked: false,
  };
}

function customTaxes(item: ItemToPrice, { taxInclusive }: Pricing, path: string): readonly KeptTax[] {
  const { tax_rate: rate, [TAXES_READ]: taxes = [] } = item;
  if (rate !== undefined)
    return [
      {
        name: TAX_NAME,
        rate: String(readShare(rate, { path: `${path}.tax_rate` })),
        inclusive: taxInclusive,
      },
    ];
  return taxes.map((tax, at) => ({
    name: tax.name,
    rate: String(readShare(tax.rate, { path: `${path}.taxes[${at}].rate` })),
    inclusive: tax.inclusive ?? taxInclusive,
  }));
}

function requireSellable(
  found: FoundItem | undefined,
  item: SaleItemIn,
  { path, currency }: { readonly path: string; readonly currency: Currency },
): Sellable {
  const name = item.variant_id ?? item.product_id ?? '';
  if (found === 'ambiguous')
    throw invalid({
      path: `${path}.variant_id`,
      message: `is required: the product ${name.slice(0, 64)} has several variants`,
    });
  if (found === undefined || found === 'absent' || found.isDeleted) {
    throw new Failure(
      item.variant_id === undefined ? 'PRODUCT_NOT_FOUND' : 'VARIANT_NOT_FOUND',
      `${path}: there is no ${item.variant_id === undefined ? 'product' : 'variant'} ${name.slice(0, 64)}.`,
      { details: { path } },
    );
  }
  if (!found.isActive)
    throw new Failure('PRODUCT_NOT_FOUND', `${path}: ${found.name} is switched off in the catalogue.`, {
      details: { path },
    });
  if (found.currency !== currency)
    throw new Failure(
      'CURRENCY_MISMATCH',
      `${path}: ${found.name} has its price in ${found.currency}, the sale is in ${currency}.`,
      { details: { path } },
    );
  return found;
}

function readItemDiscount({ discount }: SaleItemIn, pricing: Pricing, path: string): KeptDiscount | null {
  return discount === undefined ? null : readDiscount(discount, pricing, `${path}.discount`);
}

/** What is taken off, which wants a permission. */
export function readDiscount(
  { type, value, reason }: SaleDiscountIn,
  { currency, demand }: Pick<Pricing, 'currency' | 'demand'>,
  path: string,
): KeptDiscount {
  const read =
    type === 'percent'
      ? readShare(value, { path: `${path}.value` })
      : readMoney(value, { path: `${path}.value`, currency });
  if (read > 0n) demand('discount');
  return { type, value: String(read), reason: reason ?? null };
}

/** As it is shown: percent, or an amount. */
export function discountValue(
  { type, value }: Pick<KeptDiscount, 'type' | 'value'>,
  currency: Currency,
): number {
  return type === 'percent' ? Number(value) / 10_000 : toMajor(BigInt(value), currency);
}

type Chosen = NonNullable<SaleItemIn['modifiers']>;

/** What is added to an item, as many of each group as the product wants. */
function chooseModifiers(chosen: Chosen, { groups, name }: Sellable, path: string): readonly KeptModifier[] {
  const known = new Map(
    groups.flatMap((group) => group.modifiers.map((modifier) => [modifier.id, modifier] as const)),
  );
  const perGroup = new Map<string, number>();
  const kept = chosen.map(({ id, quantity = 1 }): KeptModifier => {
    const modifier = known.get(id);
    if (!modifier)
      throw new Failure('MODIFIER_NOT_FOUND', `${path}: ${name} has no modifier ${id.slice(0, 64)}.`, {
        details: { path, modifier_id: id.slice(0, 64) },
      });
    perGroup.set(modifier.groupId, (perGroup.get(modifier.groupId) ?? 0) + quantity);
    return { id, name: modifier.name, price: String(modifier.priceMinor), quantity };
  });
  for (const group of groups) {
    const count = perGroup.get(group.id) ?? 0;
    if (count < group.minSelect)
      throw invalid({
        path: `${path}.modifiers`,
        message: `must have at least ${group.minSelect} of ${group.name}`,
      });
    if (group.maxSelect !== null && count > group.maxSelect)
      throw invalid({
        path: `${path}.modifiers`,
        message: `must have at most ${group.maxSelect} of ${group.name}`,
      });
  }
  return kept;
}

const QUANTITY_DECIMALS = 3;
/** A million: more of one thing in one sale is a slip of the finger. */
const QUANTITY_MILLI_MAX = 1_000_000_000n;

/** A quantity of the request, above 0, in thousandths; a refusal names the field. */
export function readQuantity(value: number | string, { path }: { readonly path: string }): bigint {
  const parsed = parseDecimal(value, QUANTITY_DECIMALS);
  if (!parsed.ok || parsed.units <= 0n || parsed.units > QUANTITY_MILLI_MAX)
    throw invalid({
      path,
      message: `must be more than 0 and at most 1000000, with at most ${QUANTITY_DECIMALS} decimals`,
    });
  return parsed.units;
}
