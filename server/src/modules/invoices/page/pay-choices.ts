import { amountDueOf, isPayable } from '../invoices/amount-due.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { depositDue } from '../payments/refuse-unpayable.ts';

/** What a customer can pay now, minor units. */
export type PayChoices = {
  readonly full: bigint;
  /** What of the deposit is missing, where that is less than everything. */
  readonly deposit: bigint | null;
  /** The least that a part may be, where parts are taken. */
  readonly part: { readonly least: bigint } | null;
};

/** Null where nothing can be paid. */
export function payChoices(row: InvoiceRow): PayChoices | null {
  const full = amountDueOf(row);
  if (!isPayable(row) || full <= 0n) return null;
  const missing = depositDue(row);
  const least = row.min_partial_amount ?? 1n;
  return {
    full,
    deposit: missing > 0n && missing < full ? missing : null,
    part: row.allow_partial_payment && least < full ? { least } : null,
  };
}
