import type {
  PaymentChannel,
  PaymentProviderId,
  PaymentStatus,
  ReductionType,
  SalePaymentVerdict,
  SaleStatus,
} from '@cottontree/contract';

/** Amounts and quantities stand in JSON as text, for its numbers would round them: minor units, thousandths, ten-thousandths of a percent. */
export type KeptDiscount = {
  readonly type: ReductionType;
  /** Of a percent ten-thousandths, else minor units. */ readonly value: string;
  readonly reason: string | null;
};
export type KeptTax = { readonly name: string; readonly rate: string; readonly inclusive: boolean };
export type KeptModifier = {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly quantity: number;
};

/** What was in a bundle when it was sold; `quantity` in one of it. */
export type KeptComponent = {
  readonly variant_id: string;
  readonly name: string;
  readonly quantity: string;
  readonly tracked: boolean;
  readonly unit_cost: string | null;
};

/** What was sold, as a sale keeps it. */
export type SaleLine = {
  readonly line: number;
  readonly product_id: string | null;
  readonly variant_id: string | null;
  readonly category_id: string | null;
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: string;
  /** Of that, what came back. */
  readonly refunded: string;
  readonly list_price: string | null;
  readonly unit_price: string;
  readonly unit_cost: string | null;
  readonly modifiers: readonly KeptModifier[];
  readonly discount: KeptDiscount | null;
  readonly taxes: readonly KeptTax[];
  readonly gross: string;
  /** Its own and its share of the sale's. */
  readonly discount_total: string;
  readonly tax: string;
  readonly total: string;
  readonly note: string | null;
  /** Whether it takes something from the stock itself. */
  readonly tracked: boolean;
  /** Only of a bundle: these are taken from the stock instead. */
  readonly components?: readonly KeptComponent[];
};

/** Something that a line takes from the stock; `line` names it among the movements of the sale. */
export type LineGoods = {
  readonly line: string;
  readonly variantId: string;
  readonly quantityMilli: bigint;
  readonly unitCostMinor: bigint | null;
};

const MILLI = 1_000n;

/** What so much of a line takes from the stock, or brings back: itself, of a bundle its components, or nothing. */
export function goodsOf(line: SaleLine, quantityMilli = BigInt(line.quantity)): readonly LineGoods[] {
  const costOf = (cost: string | null): bigint | null => (cost === null ? null : BigInt(cost));
  if (line.components !== undefined) {
    return line.components.flatMap(({ tracked, variant_id: variantId, quantity, unit_cost }, at) =>
      tracked
        ? [
            {
              line: `${line.line}.${at + 1}`,
              variantId,
              quantityMilli: (quantityMilli * BigInt(quantity)) / MILLI,
              unitCostMinor: costOf(unit_cost),
            },
          ]
        : [],
    );
  }
  return line.variant_id === null || !line.tracked
    ? []
    : [
        {
          line: String(line.line),
          variantId: line.variant_id,
          quantityMilli,
          unitCostMinor: costOf(line.unit_cost),
        },
      ];
}

export type SaleTaxLine = {
  readonly name: string;
  readonly rate: string;
  readonly inclusive: boolean;
  readonly base: string;
  readonly amount: string;
};

/** What the sale was made with, beside its lines. */
export type SaleTerms = {
  readonly discount: KeptDiscount | null;
  readonly service: (Pick<KeptDiscount, 'type' | 'value'> & { readonly tax_rate: string | null }) | null;
  /** What the service charge adds to the total: itself, and its tax where that is on top. */
  readonly service_total: string;
};

/** What a sale takes of the stock: nothing, kept for it, or gone. */
export type LineStockState = 'none' | 'reserved' | 'taken';

/** Money for a sale, as the sale keeps it. */
export type KeptPayment = {
  readonly id: string;
  readonly channel: PaymentChannel;
  readonly provider: PaymentProviderId | null;
  readonly status: PaymentStatus;
  readonly verdict: SalePaymentVerdict | null;
  /** What it pays of the total; `rounding` comes on top. */
  readonly share: string;
  readonly rounding: string;
  readonly tendered: string | null;
  readonly change: string;
  readonly phone: string | null;
  readonly return_url: string | null;
  readonly external_ref: string | null;
  readonly cash_session_id: string | null;
  readonly created_at: string;
  readonly settled_at: string | null;
  /** Why the money did not come. */
  readonly failure: { readonly code: string; readonly message: string } | null;
};

/** These four hold what `change_sales` was given, and nothing else writes them. */
export const linesOf = (row: { readonly lines: readonly SaleLine[] }): readonly SaleLine[] => row.lines;
export const taxLinesOf = (row: { readonly taxes: readonly SaleTaxLine[] }): readonly SaleTaxLine[] =>
  row.taxes;
export const termsOf = (row: { readonly terms: SaleTerms }): SaleTerms => row.terms;
export const paymentsOf = (row: { readonly payments: readonly KeptPayment[] }): readonly KeptPayment[] =>
  row.payments;
export const statusOf = (row: { readonly status: SaleStatus }): SaleStatus => row.status;

/** What a payment brings, in minor units. */
export function amountOf({ share, rounding }: Pick<KeptPayment, 'share' | 'rounding'>): bigint {
  return BigInt(share) + BigInt(rounding);
}

export function isPending({ status }: KeptPayment): boolean {
  return status === 'created' || status === 'requires_action' || status === 'processing';
}

/** What is left to pay of the total, less what is asked for already. */
export function shareLeft(row: {
  readonly total: bigint;
  readonly payments: readonly KeptPayment[];
}): bigint {
  const asked = paymentsOf(row).filter((payment) => payment.verdict === 'kept' || isPending(payment));
  return asked.reduce((left, { share }) => left - BigInt(share), row.total);
}
