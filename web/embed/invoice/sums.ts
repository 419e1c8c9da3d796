import {
  computeTotals,
  isCurrency,
  parseAmount,
  parseDecimal,
  parseRate,
  toMajor,
  type CartLine,
} from '@cottontree/contract';

export type WrittenLine = { readonly quantity: string; readonly price: string };
export type Sums = { readonly subtotal: number; readonly tax: number; readonly total: number };

/** What the lines come to, by the same function as the server's; what cannot be read yet counts as nothing. */
export function sumsOf(
  lines: readonly WrittenLine[],
  { currency, taxRate }: { readonly currency: string; readonly taxRate: string },
): Sums {
  const money = isCurrency(currency) ? currency : 'SLE';
  const rate = parseRate(taxRate);
  const taxes = rate.ok && rate.rate > 0n ? [{ name: 'Tax', rate: rate.rate, inclusive: false }] : [];
  const cart = lines.map(({ quantity, price }): CartLine => {
    const count = parseDecimal(quantity === '' ? '1' : quantity, 3);
    const unit = parseAmount(price === '' ? '0' : price, money);
    return {
      quantityMilli: count.ok && count.units > 0n ? count.units : 0n,
      unitPriceMinor: unit.ok ? unit.minor : 0n,
      discount: null,
      taxes,
    };
  });
  const totals = computeTotals({
    lines: cart,
    discount: null,
    serviceCharge: null,
    tipMinor: 0n,
    taxRounding: 'document',
  });
  return {
    subtotal: toMajor(totals.subtotalMinor, money),
    tax: toMajor(totals.taxMinor, money),
    total: toMajor(totals.totalMinor, money),
  };
}
