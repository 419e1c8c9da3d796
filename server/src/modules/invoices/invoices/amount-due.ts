import { divideHalfUp, type InvoiceStatus } from '@cottontree/contract';
import type { Posting } from '../../ledger/index.ts';
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

/**
 * What of an invoice's tax is owed by now. It becomes due as its money comes: of what is kept, the share that the tax has in
 * what is to be paid. Computed on everything that came so far, so that parts never add up to another tax than the whole.
 */
export function taxDueOf(
  row: Pick<
    InvoiceRow,
    'total' | 'amount_credited' | 'tax_total' | 'tax_credited' | 'amount_paid' | 'amount_refunded'
  >,
): bigint {
  const [payable, tax] = [row.total - row.amount_credited, row.tax_total - row.tax_credited];
  const kept = keptOf(row);
  if (payable <= 0n || tax <= 0n) return 0n;
  return kept >= payable ? tax : divideHalfUp(tax * kept, payable);
}

/** Moves the tax that has become owed since the last time from what was earned to what is owed to the state; back, where money or a claim went back. */
export function taxPosting(
  before: InvoiceRow,
  { due, cause, at }: { readonly due: bigint; readonly cause: string; readonly at: Date },
): readonly Posting[] {
  const more = due - before.tax_posted;
  if (more === 0n) return [];
  return [
    {
      id: `ltx_${cause}_tax`,
      kind: 'invoice.tax',
      subject: before.id,
      currency: before.currency,
      at,
      entries: [
        { account: 'sales', amount: more },
        { account: 'tax_payable', amount: -more },
      ],
    },
  ];
}
