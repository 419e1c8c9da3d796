import {
  amountMax,
  computeTotals,
  formatMoney,
  toMajor,
  type CartLine,
  type Currency,
  type Reduction,
  type TaxRounding,
  type Totals,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { InvoiceState } from './invoice-rows.ts';
import type { KeptInvoiceDiscount, KeptItem, KeptLine, KeptTaxTotal } from './kept-parts.ts';

export type Basket = {
  readonly lines: readonly KeptLine[];
  readonly discount: KeptInvoiceDiscount | null;
  readonly taxRounding: TaxRounding;
  readonly currency: Currency;
};
export type InvoiceFigures = Pick<
  InvoiceState,
  'items' | 'discount' | 'taxes' | 'subtotal' | 'discount_total' | 'tax_total' | 'total'
>;

/** What lines come to, as the row keeps it. */
export function composeFigures({ lines, discount, taxRounding, currency }: Basket): InvoiceFigures {
  const totals = computeTotals({
    lines: lines.map(toCartLine),
    discount: discount && toReduction(discount),
    serviceCharge: null,
    tipMinor: 0n,
    taxRounding,
  });
  refuseTooMuch(totals, currency);
  const taxes: readonly KeptTaxTotal[] = totals.taxes.map(
    ({ name, rate, inclusive, baseMinor, taxMinor }) => ({
      name,
      rate: Number(rate),
      inclusive,
      base: Number(baseMinor),
      amount: Number(taxMinor),
    }),
  );
  return {
    items: lines.map((line, at) => toItem(line, { line: at + 1, totals: totals.lines[at] })),
    discount,
    taxes,
    subtotal: totals.subtotalMinor,
    discount_total: totals.discountMinor,
    tax_total: totals.taxMinor,
    total: totals.totalMinor,
  };
}

function toCartLine({ quantity_milli, unit_price, discount, taxes }: KeptLine): CartLine {
  return {
    quantityMilli: BigInt(quantity_milli),
    unitPriceMinor: BigInt(unit_price),
    discount: discount && toReduction(discount),
    taxes: taxes.map(({ name, rate, inclusive }) => ({ name, rate: BigInt(rate), inclusive })),
  };
}

function toReduction({ type, value }: KeptInvoiceDiscount): Reduction {
  return type === 'percent' ? { type, rate: BigInt(value) } : { type, amountMinor: BigInt(value) };
}

function toItem(
  written: KeptLine,
  { line, totals }: { readonly line: number; readonly totals: Totals['lines'][number] | undefined },
): KeptItem {
  if (!totals) throw new Error(`Line ${line} has no totals.`);
  return {
    line,
    description: written.description,
    product_id: written.product_id,
    variant_id: written.variant_id,
    quantity_milli: written.quantity_milli,
    unit_price: written.unit_price,
    discount: written.discount,
    taxes: written.taxes,
    credited_milli: 0,
    subtotal: Number(totals.grossMinor),
    discount_total: Number(totals.discountMinor + totals.orderDiscountMinor),
    tax_total: Number(totals.taxMinor),
    total: Number(totals.totalMinor),
  };
}

function refuseTooMuch({ subtotalMinor, totalMinor }: Totals, currency: Currency): void {
  const most = amountMax(currency);
  if (subtotalMinor <= most && totalMinor <= most) return;
  throw new Failure(
    'AMOUNT_TOO_LARGE',
    `The lines come to more than ${formatMoney(most, currency)}, which is the most that an invoice can be for.`,
    { details: { max: toMajor(most, currency) } },
  );
}
