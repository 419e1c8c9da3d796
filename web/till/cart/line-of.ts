import {
  parseAmount,
  parseDecimal,
  parseRate,
  type Currency,
  type SyncedProduct,
} from '@cottontree/contract';
import { nameOf, type Things, type Variant } from '../catalogue/catalogue.ts';
import type { CartLine, CartModifier, CartTax } from './cart.ts';

/** A rate without a name is called what it is on every receipt. */
const TAX = 'Tax';

export type Choice = {
  readonly product: SyncedProduct;
  readonly variant: Variant;
  readonly quantityMilli?: number;
  readonly modifiers?: readonly CartModifier[];
  readonly note?: string;
};

/** What was chosen, at the price and with the taxes of the catalogue. */
export function lineOf(
  { product, variant, quantityMilli, modifiers = [], note = '' }: Choice,
  things: Pick<Things, 'taxRates' | 'settings'>,
): CartLine {
  const stepMilli = milliOf(product.quantity_step);
  return {
    key: crypto.randomUUID(),
    productId: product.id,
    variantId: variant.id,
    name: nameOf(product, variant),
    unit: product.unit,
    quantityMilli: quantityMilli ?? Math.max(1000, stepMilli),
    stepMilli,
    unitPriceMinor: minorOf(variant.price, product.currency),
    modifiers,
    taxes: taxesOf(product, things),
    discount: null,
    note,
  };
}

/** Something that is in no catalogue. */
export function customLine(name: string, unitPriceMinor: number): CartLine {
  return {
    key: crypto.randomUUID(),
    productId: null,
    variantId: null,
    name,
    unit: null,
    quantityMilli: 1000,
    stepMilli: 1,
    unitPriceMinor,
    modifiers: [],
    taxes: [],
    discount: null,
    note: '',
  };
}

function taxesOf(
  { tax_rate_id, tax_rate, tax_inclusive }: SyncedProduct,
  { taxRates, settings }: Pick<Things, 'taxRates' | 'settings'>,
): readonly CartTax[] {
  const named = tax_rate_id === null ? undefined : taxRates.get(tax_rate_id);
  const percent = named?.rate ?? tax_rate;
  if (percent === null) return [];
  return [
    {
      name: named?.name ?? TAX,
      rate: rateOf(percent),
      inclusive: tax_inclusive ?? settings?.tax_inclusive ?? false,
    },
  ];
}

/** Minor units of an amount of the API. */
export function minorOf(amount: number | string, currency: string): number {
  const read = parseAmount(amount, currency as Currency);
  return read.ok ? Number(read.minor) : 0;
}

/** Minor units of an amount that may be below nothing. */
export function signedMinorOf(amount: number, currency: string): number {
  return Math.sign(amount) * minorOf(Math.abs(amount), currency);
}

/** Thousandths of a quantity. */
export function milliOf(quantity: number | string): number {
  const read = parseDecimal(quantity, 3);
  return read.ok ? Number(read.units) : 0;
}

/** Ten-thousandths of a percent. */
export function rateOf(percent: number | string): number {
  const read = parseRate(percent);
  return read.ok ? Number(read.rate) : 0;
}
