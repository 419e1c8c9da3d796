import {
  computeTotals,
  isCurrency,
  parseAmount,
  parseDecimal,
  parseRate,
  toMajor,
  type CartLine,
  type Reduction,
  type TaxRounding,
  type TaxRule,
} from '@cottontree/contract';
import type { SettingsData } from './invoice-data.ts';
import type { InvoiceBody } from './invoice-form.ts';

/** What the invoice comes to as it is typed. */
export type Running = {
  /** What each line comes to, less its own discount. */
  readonly lines: readonly number[];
  /** Of the whole, beside those of the lines. */
  readonly discount: number;
  /** After all discounts. */
  readonly before: number;
  readonly taxes: readonly {
    readonly name: string;
    readonly rate: number;
    readonly inclusive: boolean;
    readonly amount: number;
  }[];
  readonly total: number;
};

type Basis = {
  readonly settings: SettingsData;
  readonly rounding: TaxRounding;
  readonly currency: string;
};

/** The same figures as the server writes, by the same function; what cannot be read yet counts as nothing. */
export function runningTotals(body: InvoiceBody, { settings, rounding, currency }: Basis): Running {
  const money = isCurrency(currency) ? currency : 'SLE';
  const minorOf = (value: unknown): bigint => {
    const read = parseAmount(String(value), money);
    return read.ok ? read.minor : 0n;
  };
  const rateOf = (value: unknown): bigint => {
    const read = parseRate(String(value));
    return read.ok ? read.rate : 0n;
  };
  const reductionOf = (off: unknown): Reduction | null => {
    if (!off) return null;
    const { type, value } = off as { readonly type: string; readonly value: string };
    return type === 'percent'
      ? { type, rate: atMost(rateOf(value), 1_000_000n) }
      : { type: 'fixed', amountMinor: minorOf(value) };
  };
  const usual: readonly TaxRule[] =
    settings.default_tax_rate === null
      ? []
      : [
          {
            name: settings.default_tax_name,
            rate: rateOf(settings.default_tax_rate),
            inclusive: settings.tax_inclusive,
          },
        ];
  const taxesOf = ({ tax_rate, taxes }: Readonly<Record<string, unknown>>): readonly TaxRule[] => {
    if (tax_rate === null) return [];
    if (tax_rate !== undefined)
      return [{ name: settings.default_tax_name, rate: rateOf(tax_rate), inclusive: settings.tax_inclusive }];
    if (Array.isArray(taxes))
      return (taxes as readonly { name: string; rate: unknown; inclusive?: boolean }[]).map(
        ({ name, rate, inclusive = false }) => ({ name, rate: rateOf(rate), inclusive }),
      );
    return usual;
  };
  const lines = body.items.map((item): CartLine => {
    const quantity = parseDecimal(String(item['quantity']), 3);
    return {
      quantityMilli: quantity.ok && quantity.units > 0n ? quantity.units : 0n,
      unitPriceMinor: minorOf(item['unit_price']),
      discount: reductionOf(item['discount']),
      taxes: taxesOf(item),
    };
  });
  const totals = computeTotals({
    lines,
    discount: reductionOf(body['discount']),
    serviceCharge: null,
    tipMinor: 0n,
    taxRounding: rounding,
  });
  const major = (minor: bigint): number => toMajor(minor, money);
  return {
    lines: totals.lines.map(({ grossMinor, discountMinor }) => major(grossMinor - discountMinor)),
    discount: major(totals.lines.reduce((sum, { orderDiscountMinor }) => sum + orderDiscountMinor, 0n)),
    before: major(totals.subtotalMinor - totals.discountMinor),
    taxes: totals.taxes.map(({ name, rate, inclusive, taxMinor }) => ({
      name,
      rate: Number(rate) / 10_000,
      inclusive,
      amount: major(taxMinor),
    })),
    total: major(totals.totalMinor),
  };
}

function atMost(value: bigint, most: bigint): bigint {
  return value < most ? value : most;
}
