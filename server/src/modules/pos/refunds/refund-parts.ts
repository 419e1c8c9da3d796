import type { PaymentChannel, RefundStatus, RefundTender } from '@cottontree/contract';

/** Amounts and quantities stand in JSON as text, for its numbers would round them: minor units and thousandths. */
export type RefundedLine = {
  readonly line: number;
  readonly variant_id: string | null;
  readonly name: string;
  readonly quantity: string;
  readonly amount: string;
  readonly restock: boolean;
};

/** Of a tax of the sale, what goes back; `rate` in ten-thousandths of a percent. */
export type RefundedTax = {
  readonly name: string;
  readonly rate: string;
  readonly inclusive: boolean;
  readonly base: string;
  readonly amount: string;
};

/** Money of one payment. */
export type KeptPart = {
  readonly id: string;
  readonly payment_id: string;
  readonly channel: PaymentChannel;
  readonly tender: RefundTender;
  readonly amount: string;
  readonly status: RefundStatus;
};

/** These hold what the one insert and the one update of `refunds.queries.ts` were given. */
export const refundedLinesOf = (row: { readonly lines: readonly RefundedLine[] }): readonly RefundedLine[] =>
  row.lines;
export const refundedTaxesOf = (row: { readonly taxes: readonly RefundedTax[] }): readonly RefundedTax[] =>
  row.taxes;
export const partsOf = (row: { readonly parts: readonly KeptPart[] }): readonly KeptPart[] => row.parts;
