import type { Rate } from '../money.ts';

/** How much is taken off or added: a share, or an amount. */
export const reductionTypes = Object.freeze(['percent', 'fixed'] as const);
export type ReductionType = (typeof reductionTypes)[number];

/** Minor units; quantities in thousandths of a unit; rates in ten-thousandths of a percent. */
export type Reduction =
  | { readonly type: 'percent'; readonly rate: Rate }
  | { readonly type: 'fixed'; readonly amountMinor: bigint };

/** A tax as it applies to one line: `inclusive` where the price has it in it. */
export type TaxRule = { readonly name: string; readonly rate: Rate; readonly inclusive: boolean };

export type CartLine = {
  readonly quantityMilli: bigint;
  /** For one unit, its modifiers in it. */
  readonly unitPriceMinor: bigint;
  readonly discount: Reduction | null;
  /** Several taxes may apply to one line, each on the same base. */
  readonly taxes: readonly TaxRule[];
};

export type ServiceCharge = { readonly charge: Reduction; readonly taxes: readonly TaxRule[] };

/** `document`: tax is rounded once for each rate of the document; `line`: once for each line. */
export const taxRoundings = Object.freeze(['document', 'line'] as const);
export type TaxRounding = (typeof taxRoundings)[number];

/** What is bought, as `computeTotals` reads it. */
export type Cart = {
  readonly lines: readonly CartLine[];
  /** Off the whole, spread over the lines. */
  readonly discount: Reduction | null;
  readonly serviceCharge: ServiceCharge | null;
  readonly tipMinor: bigint;
  readonly taxRounding: TaxRounding;
};

export type CartLineTotals = {
  /** Unit price times quantity, rounded half up. */
  readonly grossMinor: bigint;
  /** The line's own discount. */
  readonly discountMinor: bigint;
  /** Its share of the document's discount. */
  readonly orderDiscountMinor: bigint;
  /** Gross less both discounts, with tax where the price has it in it. */
  readonly netMinor: bigint;
  /** The line's share of all its taxes. */
  readonly taxMinor: bigint;
  /** What the line adds to the total. */
  readonly totalMinor: bigint;
};

export type TaxTotals = {
  readonly name: string;
  readonly rate: Rate;
  readonly inclusive: boolean;
  readonly baseMinor: bigint;
  readonly taxMinor: bigint;
};

/** Everything that a receipt or an invoice says in figures; lines in the order of the cart. Their totals, that of the service charge and the tip are the total. */
export type Totals = {
  readonly lines: readonly CartLineTotals[];
  /** Sum of the gross of all lines. */
  readonly subtotalMinor: bigint;
  readonly discountMinor: bigint;
  /** Each rate once, in order of name, rate and inclusiveness. */
  readonly taxes: readonly TaxTotals[];
  /** All tax, that which prices have in them too. */
  readonly taxMinor: bigint;
  readonly serviceChargeMinor: bigint;
  /** Tax of the service charge, part of `taxMinor`. */
  readonly serviceChargeTaxMinor: bigint;
  /** What the service charge adds to the total: itself, and its tax where that is on top. */
  readonly serviceChargeTotalMinor: bigint;
  readonly tipMinor: bigint;
  /** What is to be paid, before cash is rounded. */
  readonly totalMinor: bigint;
};

export const cashRoundingModes = Object.freeze(['nearest', 'up', 'down'] as const);
export type CashRoundingMode = (typeof cashRoundingModes)[number];
