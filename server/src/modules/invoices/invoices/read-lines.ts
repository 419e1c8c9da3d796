import {
  parseDecimal,
  type Currency,
  type InvoiceDiscountIn,
  type InvoiceItemIn,
  type LateFeeIn,
} from '@cottontree/contract';
import { Temporal } from 'temporal-polyfill';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { readMoney, readShare, readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { findSellables, taxesOf, type FoundItem, type Sellable } from '../../pos/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { KeptInvoiceDiscount, KeptInvoiceTax, KeptLateFee, KeptLine } from './kept-parts.ts';

/** What lines have that say nothing else. */
type LineDefaults = {
  readonly currency: Currency;
  /** Null: no tax. */ readonly taxRate: bigint | null;
  readonly taxName: string;
  readonly taxInclusive: boolean;
};

const QUANTITY_MILLI_MAX = 1_000_000_000_000n;
const MILLI = 1_000n;

/** The lines of an input, priced by the catalogue where they name a product of it. */
export async function readLines(
  items: readonly InvoiceItemIn[],
  {
    runner,
    tenant,
    defaults,
  }: { readonly runner: Runner; readonly tenant: Tenant; readonly defaults: LineDefaults },
): Promise<readonly KeptLine[]> {
  const read = items.map((item, at) => ({
    item,
    path: `items[${at}]`,
    quantityMilli: readQuantity(item, `items[${at}].quantity`),
  }));
  const found = await findSellables(
    runner,
    tenant,
    items.map(({ product_id, variant_id }) => ({
      productId: product_id ?? null,
      variantId: variant_id ?? null,
    })),
  );
  return read.map(({ item, path, quantityMilli }, at) =>
    readLine(item, {
      path,
      quantityMilli,
      defaults,
      product: productOf(item, { found: found[at] ?? 'absent', path, defaults }),
    }),
  );
}

type Reading = {
  readonly path: string;
  readonly quantityMilli: bigint;
  readonly defaults: LineDefaults;
  readonly product: Sellable | null;
};

function readLine(item: InvoiceItemIn, { path, quantityMilli, defaults, product }: Reading): KeptLine {
  const description = item.description ?? product?.name;
  if (description === undefined)
    throw invalid({ path: `${path}.description`, message: 'is required for a line without a product' });
  const { currency } = defaults;
  const price =
    item.unit_price === undefined
      ? product?.priceMinor
      : readMoney(item.unit_price, { path: `${path}.unit_price`, currency });
  if (price === undefined)
    throw invalid({ path: `${path}.unit_price`, message: 'is required for a line without a product' });
  return {
    description,
    product_id: product?.productId ?? null,
    variant_id: product?.variantId ?? null,
    quantity_milli: Number(quantityMilli),
    unit_price: Number(price),
    discount: item.discount ? readDiscount(item.discount, { path: `${path}.discount`, currency }) : null,
    taxes: readTaxes(item, { path, defaults, product }),
  };
}

function readQuantity({ quantity }: InvoiceItemIn, path: string): bigint {
  if (quantity === undefined) return MILLI;
  const read = parseDecimal(quantity, 3);
  if (!read.ok && read.problem === 'too_precise')
    throw invalid({ path, message: 'must have at most 3 decimals' });
  if (!read.ok || read.units <= 0n || read.units > QUANTITY_MILLI_MAX)
    throw invalid({ path, message: 'must be a number above 0 and at most 1,000,000,000, such as 2 or 0.5' });
  return read.units;
}

/** The line's own taxes; else its rate; else the product's; else the one of all lines. */
function readTaxes(
  item: InvoiceItemIn,
  { path, defaults, product }: Omit<Reading, 'quantityMilli'>,
): readonly KeptInvoiceTax[] {
  const inclusive = item.tax_inclusive ?? defaults.taxInclusive;
  const one = (rate: bigint, name = item.tax_name ?? defaults.taxName): readonly KeptInvoiceTax[] =>
    rate === 0n ? [] : [{ name, rate: Number(rate), inclusive }];
  if (item.tax_rate !== undefined)
    return item.tax_rate === null ? [] : one(readShare(item.tax_rate, { path: `${path}.tax_rate` }));
  if (item.taxes !== undefined)
    return item.taxes.map((tax, at) => ({
      name: tax.name,
      rate: Number(readShare(tax.rate, { path: `${path}.taxes[${at}].rate` })),
      inclusive: tax.inclusive ?? false,
    }));
  if (product?.tax)
    return taxesOf(
      { tax: product.tax, taxInclusive: item.tax_inclusive ?? product.taxInclusive },
      defaults.taxInclusive,
    ).map(({ name, rate, inclusive: within }) => ({ name, rate: Number(rate), inclusive: within }));
  return defaults.taxRate === null ? [] : one(defaults.taxRate);
}

function productOf(
  { product_id: productId, variant_id: variantId }: InvoiceItemIn,
  {
    found,
    path,
    defaults,
  }: { readonly found: FoundItem; readonly path: string; readonly defaults: LineDefaults },
): Sellable | null {
  if (!productId && !variantId) return null;
  if (found === 'ambiguous')
    throw invalid({ path: `${path}.variant_id`, message: 'is required: the product has several variants' });
  if (found === 'absent' || found.isDeleted) {
    if (variantId)
      throw new Failure(
        'VARIANT_NOT_FOUND',
        `There is no variant ${variantId.slice(0, 64)}${productId ? ` of the product ${productId.slice(0, 64)}` : ''}.`,
      );
    throw new Failure('PRODUCT_NOT_FOUND', `There is no product ${(productId ?? '').slice(0, 64)}.`);
  }
  if (found.currency === defaults.currency) return found;
  throw new Failure(
    'CURRENCY_MISMATCH',
    `${path} is priced in ${found.currency}, the invoice in ${defaults.currency}.`,
    { details: { currency: found.currency } },
  );
}

type MoneyField = { readonly path: string; readonly currency: Currency };

export function readDiscount(
  { type, value, reason }: InvoiceDiscountIn,
  { path, currency }: MoneyField,
): KeptInvoiceDiscount {
  const read =
    type === 'percent'
      ? readShare(value, { path: `${path}.value` })
      : readMoney(value, { path: `${path}.value`, currency });
  return { type, value: Number(read), reason: reason ?? null };
}

export function readLateFee(
  { type, value, after_days, repeat_days, max }: LateFeeIn,
  { path, currency }: MoneyField,
): KeptLateFee {
  const read =
    type === 'percent'
      ? readShare(value, { path: `${path}.value` })
      : readSomeMoney(value, { path: `${path}.value`, currency });
  return {
    type,
    value: Number(read),
    after_days,
    repeat_days: repeat_days ?? null,
    max:
      max === undefined || max === null
        ? null
        : Number(readSomeMoney(max, { path: `${path}.max`, currency })),
  };
}

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 2199;

/** A day of the calendar; a refusal names the field. */
export function readDay(text: string, { path }: { readonly path: string }): string {
  const year = Number(text.slice(0, 4));
  try {
    if (year >= EARLIEST_YEAR && year <= LATEST_YEAR)
      return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    // Said below, as for the years.
  }
  throw invalid({
    path,
    message: `must be a day of the calendar from ${EARLIEST_YEAR} to ${LATEST_YEAR}, such as 2026-12-31`,
  });
}
