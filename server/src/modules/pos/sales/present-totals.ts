import { toMajor, type Currency, type SaleTotals } from '@cottontree/contract';
import { presentItem } from './present-sale.ts';
import type { TotalledSale } from './total-sale.ts';

/** The figures of a sale that is not made. */
export function presentTotals(cart: TotalledSale, currency: Currency): SaleTotals {
  const money = (minor: bigint): number => toMajor(minor, currency);
  return {
    currency,
    items: cart.lines.map((line) => presentItem(line, currency)),
    subtotal: money(cart.subtotal),
    discount_total: money(cart.discount),
    tax_total: money(cart.tax),
    taxes: cart.taxes.map(({ name, rate, inclusive, base, amount }) => ({
      name,
      rate: Number(rate) / 10_000,
      inclusive,
      base: money(BigInt(base)),
      amount: money(BigInt(amount)),
    })),
    service_charge: money(cart.service_charge),
    tip: money(cart.tip),
    total: money(cart.total),
  };
}
