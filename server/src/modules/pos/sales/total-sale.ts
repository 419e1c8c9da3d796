import {
  computeTotals,
  type CartLine,
  type Reduction,
  type TaxRounding,
  type TaxRule,
  type Totals,
} from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { KeptDiscount, KeptTax, SaleLine, SaleTaxLine, SaleTerms } from './sale-parts.ts';

/** A line before it is known what it costs with all others. */
export type LineDraft = Omit<SaleLine, 'gross' | 'discount_total' | 'tax' | 'total'>;
/** What else a sale costs or saves. */
export type CartTerms = Omit<SaleTerms, 'service_total'> & { readonly tipMinor: bigint };

/** The figures of a sale, as its row has them. */
export type TotalledSale = {
  readonly lines: readonly SaleLine[];
  readonly taxes: readonly SaleTaxLine[];
  readonly terms: SaleTerms;
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
  readonly service_charge: bigint;
  readonly tip: bigint;
  readonly total: bigint;
};

/** As many as any amount has: 9,999,999,999,999.99. */
const AMOUNT_DIGITS = 15;
const AMOUNT_MINOR_MAX = 10n ** BigInt(AMOUNT_DIGITS) - 1n;

/** A rate without a name is called what it is, as in the catalogue. */
export const TAX_NAME = 'Tax';

/** What a sale costs: its lines with their shares of everything. */
export function totalSale(
  drafts: readonly LineDraft[],
  terms: CartTerms,
  taxRounding: TaxRounding,
): TotalledSale {
  const service = terms.service && {
    charge: reductionOf(terms.service),
    taxes:
      terms.service.tax_rate === null
        ? []
        : [{ name: TAX_NAME, rate: BigInt(terms.service.tax_rate), inclusive: false }],
  };
  const totals = requireWritable(
    computeTotals({
      lines: drafts.map(cartLineOf),
      discount: terms.discount && reductionOf(terms.discount),
      serviceCharge: service,
      tipMinor: terms.tipMinor,
      taxRounding,
    }),
  );
  return {
    lines: drafts.map((draft, index) => lineOf(draft, totals.lines[index])),
    taxes: totals.taxes.map(({ name, rate, inclusive, baseMinor, taxMinor }) => ({
      name,
      rate: String(rate),
      inclusive,
      base: String(baseMinor),
      amount: String(taxMinor),
    })),
    terms: {
      discount: terms.discount,
      service: terms.service,
      service_total: String(totals.serviceChargeTotalMinor),
    },
    subtotal: totals.subtotalMinor,
    discount: totals.discountMinor,
    tax: totals.taxMinor,
    service_charge: totals.serviceChargeMinor,
    tip: totals.tipMinor,
    total: totals.totalMinor,
  };
}

/** Every amount of a sale can be written as any amount can. */
function requireWritable(totals: Totals): Totals {
  if (totals.subtotalMinor > AMOUNT_MINOR_MAX || totals.totalMinor > AMOUNT_MINOR_MAX)
    throw invalid({
      path: 'items',
      message: `must come to amounts of at most ${AMOUNT_DIGITS} digits together`,
    });
  return totals;
}

export function taxRuleOf({ name, rate, inclusive }: KeptTax): TaxRule {
  return { name, rate: BigInt(rate), inclusive };
}

function cartLineOf(draft: LineDraft): CartLine {
  const extras = draft.modifiers.reduce(
    (sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity),
    0n,
  );
  return {
    quantityMilli: BigInt(draft.quantity),
    unitPriceMinor: BigInt(draft.unit_price) + extras,
    discount: draft.discount && reductionOf(draft.discount),
    taxes: draft.taxes.map(taxRuleOf),
  };
}

function reductionOf({ type, value }: Pick<KeptDiscount, 'type' | 'value'>): Reduction {
  return type === 'percent' ? { type, rate: BigInt(value) } : { type, amountMinor: BigInt(value) };
}

function lineOf(draft: LineDraft, totals: Totals['lines'][number] | undefined): SaleLine {
  if (!totals) throw new Error('Totals have a line for each of the cart.');
  return {
    gross: String(totals.grossMinor),
    discount_total: String(totals.discountMinor + totals.orderDiscountMinor),
    tax: String(totals.taxMinor),
    total: String(totals.totalMinor),
    ...draft,
  };
}
