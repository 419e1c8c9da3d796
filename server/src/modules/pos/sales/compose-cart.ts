import {
  formatMoney,
  toMajor,
  type CreateSaleBody,
  type Currency,
  type SaleTotals,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { readMoney, readShare } from '../../../kernel/money/read-figures.ts';
import { priceItems, readDiscount, type Pricing } from './price-items.ts';
import type { SaleTerms } from './sale-parts.ts';
import type { Seller } from './sale-request.ts';
import type { SaleBasis } from './selling.ts';
import { totalSale, type CartTerms, type TotalledSale } from './total-sale.ts';
import { presentItem } from './present-sale.ts';

type CartBody = Pick<CreateSaleBody, 'items' | 'discount' | 'service_charge' | 'tip' | 'tax_inclusive'>;

/** Null takes away. */
type CartTermsBody = {
  readonly [Name in 'discount' | 'service_charge' | 'tip']?: CartBody[Name] | null | undefined;
};

type CartBasis = {
  readonly basis: Pick<SaleBasis, 'found' | 'settings'>;
  readonly currency: Currency;
  readonly seller: Pick<Seller, 'staff' | 'module'>;
};

/** What the items cost at the prices of this moment. */
export function composeCart(body: CartBody, { basis, currency, seller }: CartBasis): TotalledSale {
  const pricing = pricingOf({ basis, currency, seller }, body.tax_inclusive);
  return totalSale(priceItems(body.items, pricing), readTerms(body, pricing), basis.settings.tax_rounding);
}

export function pricingOf(
  { basis, currency, seller }: CartBasis,
  taxInclusive: boolean | undefined,
): Pricing {
  return {
    found: basis.found,
    currency,
    taxInclusive: taxInclusive ?? basis.settings.tax_inclusive,
    demand: (permission) => seller.module.staff.require(seller.staff, permission),
  };
}

/** What else it costs or saves. */
export function readTerms({ discount, service_charge, tip }: CartTermsBody, pricing: Pricing): CartTerms {
  return {
    discount: discount ? readDiscount(discount, pricing, 'discount') : null,
    service: service_charge ? readService(service_charge, pricing) : null,
    tipMinor:
      tip === undefined || tip === null ? 0n : readMoney(tip, { path: 'tip', currency: pricing.currency }),
  };
}

function readService(
  service: NonNullable<CartBody['service_charge']>,
  { currency }: Pick<Pricing, 'currency'>,
): SaleTerms['service'] {
  const value =
    service.type === 'percent'
      ? readShare(service.value, { path: 'service_charge.value' })
      : readMoney(service.value, { path: 'service_charge.value', currency });
  return {
    type: service.type,
    value: String(value),
    tax_rate:
      service.tax_rate === undefined
        ? null
        : String(readShare(service.tax_rate, { path: 'service_charge.tax_rate' })),
  };
}

/** Refuses what the customer was shown another total for. */
export function refuseOtherTotal(
  expected: number | string | undefined,
  cart: TotalledSale,
  currency: Currency,
): void {
  if (expected === undefined) return;
  const shown = readMoney(expected, { path: 'expected_total', currency });
  if (shown === cart.total) return;
  const totals = presentTotals(cart, currency);
  throw new Failure(
    'TOTAL_MISMATCH',
    `The total is ${formatMoney(cart.total, currency)}, not ${formatMoney(shown, currency)}; details.totals says how it comes about.`,
    { details: { expected_total: toMajor(shown, currency), totals } },
  );
}

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
