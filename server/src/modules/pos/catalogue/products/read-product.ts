import { idRandomBytes, makeId, type CreateProductBody, type UpdateProductBody } from '@cottontree/contract';
import { invalid } from '../../../../kernel/call/failure.ts';
import { parseUrl } from '../../../../kernel/web/parse-url.ts';
import { readMoney, readShare } from '../../../../kernel/money/read-figures.ts';
import type { Json } from '../../../../store/index.ts';
import { currencyOf, readOptionalAmount, readOptionalText, readQuantity } from '../read-numbers.ts';
import { categoryNotFound, modifierGroupNotFound, taxRateNotFound } from './product-failures.ts';
import type { ProductState, VariantState } from './product-state.ts';
import { readComponents } from './judge-product.ts';
import { blankVariant, readBarcodes, readVariant, type Making } from './read-variant.ts';
import type { References } from './references.queries.ts';

type ProductBody = UpdateProductBody & Pick<CreateProductBody, 'variants'>;
export type ProductReading = Making & {
  readonly references: References;
  /** Links to pictures of our own, as answers have them. */ readonly publicUrl: string;
};

const QUANTITY_STEP = { path: 'quantity_step', min: 1n, max: 1_000_000n };
const THRESHOLD = { path: 'low_stock_threshold', min: 0n, max: 999_999_999_999n };
const WHOLE = 1_000n;

/** A product with the fields given; the others stay. What it names must be there; whether its parts fit together is judged later. */
export function readProduct(body: ProductBody, now: ProductState, reading: ProductReading): ProductState {
  const type = body.type ?? (now.version === 0 && body.variants !== undefined ? 'variable' : now.type);
  const { currency } = now;
  const components = readComponents(body, now, { type, references: reading.references });
  return {
    ...now,
    name: body.name ?? now.name,
    description: readOptionalText(body.description, now.description),
    categoryId: readCategory(body, now, reading),
    type,
    price: body.price === undefined ? now.price : readMoney(body.price, { path: 'price', currency }),
    cost: readOptionalAmount(body.cost, now.cost, { path: 'cost', currency }),
    ...readTax(body, now, reading.references),
    taxInclusive: body.tax_inclusive === undefined ? now.taxInclusive : body.tax_inclusive,
    unit: readOptionalText(body.unit, now.unit),
    quantityStep:
      body.quantity_step === undefined ? now.quantityStep : readQuantity(body.quantity_step, QUANTITY_STEP),
    trackInventory: readTracking(body, now, { type, isMade: components.length > 0 }),
    allowNegativeStock: body.allow_negative_stock ?? now.allowNegativeStock,
    lowStockThreshold: readThreshold(body.low_stock_threshold, now.lowStockThreshold),
    options: body.options ?? now.options,
    components,
    modifierGroupIds: readGroups(body, now, reading),
    imageUrl: readImageUrl(body.image_url, now, reading),
    color: readOptionalText(body.color, now.color),
    isActive: body.is_active ?? now.isActive,
    position: body.position ?? now.position,
    metadata: body.metadata ?? now.metadata,
    variants: readVariants(body, { now, type }, reading),
  };
}

/** A product of which nothing is said yet; version 0, for it is not written. */
export function blankProduct({ call, module }: Making): ProductState {
  const id = makeId('prod_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  return {
    id,
    livemode: call.tenant.livemode,
    version: 0,
    sequence: 0,
    name: '',
    description: null,
    categoryId: null,
    type: 'simple',
    currency: currencyOf(call.caller.merchant.currency),
    price: 0n,
    cost: null,
    taxRateId: null,
    taxRate: null,
    taxInclusive: null,
    unit: null,
    quantityStep: WHOLE,
    trackInventory: true,
    allowNegativeStock: false,
    lowStockThreshold: null,
    options: [],
    components: [],
    modifierGroupIds: [],
    imageUrl: null,
    color: null,
    isActive: true,
    position: 0,
    metadata: {} satisfies { readonly [key: string]: Json },
    createdAt: call.now,
    updatedAt: call.now,
    deletedAt: null,
    variants: [],
  };
}

/** What is made of components has no stock; what has become a service has none unless that is said, and what was made before is counted again. */
function readTracking(
  { track_inventory: given }: ProductBody,
  now: ProductState,
  { type, isMade }: { readonly type: string; readonly isMade: boolean },
): boolean {
  if (isMade && given === true)
    throw invalid({
      path: 'track_inventory',
      message: 'cannot be true for a bundle with components, which holds no stock itself',
    });
  if (isMade) return false;
  return (
    given ??
    ((type !== 'service' || now.type === 'service') && (now.trackInventory || now.components.length > 0))
  );
}

function readCategory(
  { category_id: id }: ProductBody,
  now: ProductState,
  { references }: ProductReading,
): string | null {
  if (id && id !== now.categoryId && !references.categories.has(id)) throw categoryNotFound(id);
  return readOptionalText(id, now.categoryId);
}

function readGroups(
  { modifier_group_ids: ids }: ProductBody,
  now: ProductState,
  { references }: ProductReading,
): readonly string[] {
  const unknown = ids?.find((id) => !now.modifierGroupIds.includes(id) && !references.groups.has(id));
  if (unknown !== undefined) throw modifierGroupNotFound(unknown);
  return ids ?? now.modifierGroupIds;
}

function readThreshold(value: number | string | null | undefined, now: bigint | null): bigint | null {
  if (value === undefined) return now;
  return value === null ? null : readQuantity(value, THRESHOLD);
}

function readImageUrl(
  url: string | null | undefined,
  now: ProductState,
  { publicUrl }: ProductReading,
): string | null {
  if (url === undefined || url === now.imageUrl) return now.imageUrl;
  if (now.imageUrl !== null && url === `${publicUrl}${now.imageUrl}`) return now.imageUrl;
  if (!url) return null;
  if (/^https:\/\/[^\s"<>]+$/.test(url) && parseUrl(url) !== null) return url;
  throw invalid({
    path: 'image_url',
    message: 'must be an address that begins with https://, or the one that was read',
  });
}

/** Where it is not variable, its codes are those of its only variant. */
function readVariants(
  body: ProductBody,
  { now, type }: { readonly now: ProductState; readonly type: string },
  making: ProductReading,
): readonly VariantState[] {
  const { currency } = now;
  if (type === 'variable' && (body.sku || body.barcode || (body.barcodes ?? []).length > 0))
    throw invalid({
      path: body.sku ? 'sku' : 'barcode',
      message: 'belongs to each variant of a variable product',
    });
  if (body.variants !== undefined)
    return body.variants.map((given, at) =>
      readVariant(given, { ...blankVariant(making), position: at }, { path: `variants[${at}].`, currency }),
    );
  if (type === 'variable') return now.variants.map((variant) => inOptions(variant, now, body.options ?? []));
  const [only = blankVariant(making), ...others] = now.variants;
  const itself = {
    ...only,
    name: null,
    options: {},
    sku: readOptionalText(body.sku, only.sku),
    barcodes: readBarcodes(body, only.barcodes, ''),
    ownPrice: null,
    ownCost: null,
    isActive: true,
  };
  return [itself, ...others];
}

/** A variant that is there has the first value of an option that is new, and by that the name that it has not yet. */
function inOptions(variant: VariantState, now: ProductState, options: ProductState['options']): VariantState {
  const isNew = (name: string): boolean => !now.options.some((option) => option.name === name);
  const firsts = options.flatMap(({ name, values }) =>
    isNew(name) && variant.options[name] === undefined ? [[name, values[0] ?? '']] : [],
  );
  const all: Readonly<Record<string, string>> = { ...variant.options, ...Object.fromEntries(firsts) };
  return { ...variant, options: all, name: variant.name ?? (Object.values(all).join(' / ') || now.name) };
}

type Tax = Pick<ProductState, 'taxRateId' | 'taxRate'>;

/** A product's tax: a tax rate's, or a rate of its own. What was read can be sent back whole, so both may come if they say the same. */
function readTax(
  { tax_rate_id: id, tax_rate: given }: Pick<UpdateProductBody, 'tax_rate_id' | 'tax_rate'>,
  now: Tax,
  references: References,
): Tax {
  const own = given === undefined || given === null ? given : readShare(given, { path: 'tax_rate' });
  if (id) {
    const rate = references.taxRates.get(id) ?? (id === now.taxRateId ? now.taxRate : undefined);
    if (rate === undefined || rate === null) throw taxRateNotFound(id);
    if (own !== undefined && own !== null && own !== rate && own !== now.taxRate)
      throw invalid({
        path: 'tax_rate',
        message: 'must be left out beside tax_rate_id, which says the rate',
      });
    return { taxRateId: id, taxRate: rate };
  }
  if (id === undefined && (own === undefined || own === now.taxRate))
    return { taxRateId: now.taxRateId, taxRate: now.taxRate };
  if (own === undefined) return { taxRateId: null, taxRate: now.taxRateId === null ? now.taxRate : null };
  return { taxRateId: null, taxRate: own };
}
