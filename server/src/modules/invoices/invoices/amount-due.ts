import type { InvoiceStatus } from '@cottontree/contract';
import type { InvoiceRow } from './invoice-rows.ts';

type Figures = Pick<
  InvoiceRow,
  'status' | 'total' | 'late_fee_total' | 'amount_paid' | 'amount_refunded' | 'amount_credited'
>;

/** What is still to be paid of it. */
export function amountDueOf(row: Figures): bigint {
  return row.status === 'void' ? 0n : row.total + row.late_fee_total - row.amount_credited - keptOf(row);
}

/** What has come and stayed. */
export function keptOf({
  amount_paid: paid,
  amount_refunded: refunded,
}: Pick<Figures, 'amount_paid' | 'amount_refunded'>): bigint {
  return paid - refunded;
}

/** The status that an invoice with these figures has once it is finalised and neither void nor given up. */
export function statusByFigures(row: Figures): InvoiceStatus {
  if (amountDueOf(row) === 0n) return 'paid';
  return keptOf(row) > 0n ? 'partially_paid' : 'open';
}

/** Whether money can be taken for it. */
export function isPayable({ status }: Pick<Figures, 'status'>): boolean {
  return status === 'open' || status === 'partially_paid' || status === 'uncollectible';
}

/** Something is due, and the day on which it was due is over. */
export function isOverdue(
  { status, overdue_at: overdueAt }: Pick<InvoiceRow, 'status' | 'overdue_at'>,
  now: Date,
): boolean {
  return (status === 'open' || status === 'partially_paid') && overdueAt <= now;
}
