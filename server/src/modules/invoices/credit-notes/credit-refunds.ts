import type { CreditRefundStatus, Refund } from '@cottontree/contract';
import type { KeptCreditRefund } from '../invoices/kept-parts.ts';
import type { CreditNoteRow } from './credit-notes.queries.ts';

export type CreditReturn = Pick<CreditNoteRow, 'refunds' | 'refund_status' | 'amount_returned'>;

export function refundsOf({ refunds }: Pick<CreditNoteRow, 'refunds'>): readonly KeptCreditRefund[] {
  return refunds;
}

/** Whether nobody can say yet how its money ends. A note of nothing is never followed, whatever its column says. */
export function isReturning({
  refund_status: status,
  amount_refunded: amount,
}: Pick<CreditNoteRow, 'refund_status' | 'amount_refunded'>): boolean {
  return status === 'pending' && amount > 0n;
}

/** How far the money of a credit note is, by how far each part of it is. */
export function returnOf(refunds: readonly KeptCreditRefund[]): CreditReturn {
  const gone = refunds.filter(({ status }) => status === 'succeeded');
  return {
    refunds,
    refund_status: statusOf(refunds, gone.length),
    amount_returned: gone.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  };
}

/** The parts with what is known of them by now. */
export function withNews(
  refunds: readonly KeptCreditRefund[],
  news: readonly Refund[],
): readonly KeptCreditRefund[] {
  const known = new Map(news.map((one) => [one.id, one]));
  return refunds.map((part) => {
    const { status, failure } = known.get(part.refund_id) ?? part;
    return { ...part, status, failure };
  });
}

function statusOf(refunds: readonly KeptCreditRefund[], gone: number): CreditRefundStatus {
  if (refunds.length === 0) return 'none';
  if (refunds.some(({ status }) => status === 'pending')) return 'pending';
  return gone === refunds.length ? 'returned' : 'failed';
}
