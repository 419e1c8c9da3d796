import type { PaymentChannel } from '@cottontree/contract';
import { amountDueOf, isPayable, statusByFigures } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { KeptInvoicePayment } from '../invoices/kept-parts.ts';
import { taxDueOf, taxPosting } from '../invoices/tax-due.ts';

export type CamePayment = {
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly channel: PaymentChannel;
  readonly externalRef: string | null;
  readonly at: Date;
};

/** What of money that came is for the invoice; nothing, where nothing is due. */
export function keptOfPayment(row: InvoiceRow, amountMinor: bigint): bigint {
  const due = isPayable(row) ? amountDueOf(row) : 0n;
  return amountMinor < due ? amountMinor : due;
}

/** The invoice after money that it keeps: what it still lacks, what is told, and what of its tax is owed by now. */
export function takePayment(
  row: InvoiceRow,
  { paymentId, amountMinor, channel, externalRef, at }: CamePayment,
): InvoiceChange {
  const kept = keptOfPayment(row, amountMinor);
  const payment: KeptInvoicePayment = {
    payment_id: paymentId,
    amount: Number(kept),
    amount_refunded: 0,
    channel,
    external_ref: externalRef,
    paid_at: at.toISOString(),
  };
  const paid: InvoiceRow = { ...row, amount_paid: row.amount_paid + kept };
  const status = statusByFigures(paid);
  const done = status === 'paid';
  const due = taxDueOf(paid);
  return {
    set: {
      amount_paid: paid.amount_paid,
      payments: [...row.payments, payment],
      tax_posted: due,
      status: row.status === 'uncollectible' && !done ? row.status : status,
      ...(done ? { paid_at: at, next_reminder_at: null, next_late_fee_at: null } : {}),
    },
    tell: [done ? 'invoice.paid' : 'invoice.partially_paid'],
    postings: taxPosting(row, { due, cause: paymentId, at }),
  };
}
