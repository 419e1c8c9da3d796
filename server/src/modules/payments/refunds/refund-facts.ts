import { type Fact, newFact } from '../../../outbox/index.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { presentRefund } from './present-refund.ts';
import type { RefundRow } from './refunds.queries.ts';

type Told = {
  readonly kind: 'refund.created' | 'refund.succeeded' | 'refund.failed';
  readonly row: RefundRow;
  readonly payment: Pick<PaymentRow, 'subject_kind' | 'subject_id'>;
};

/** What is told of a refund: what getRefund answers; and, for its place among other messages, what the money was for. It is begun once and ends once, so these are its first and second message. */
export function refundFact({ kind, row, payment: { subject_kind, subject_id } }: Told): Fact {
  return newFact({
    kind,
    sequence: kind === 'refund.created' ? 1 : 2,
    at: row.updated_at.toISOString(),
    facts: { ...presentRefund(row), ...(subject_kind ? { [`${subject_kind}_id`]: subject_id } : {}) },
  });
}
