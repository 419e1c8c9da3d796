import { toMajor, type Refund, paymentSubjectFields } from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import type { RefundRow } from './refunds.queries.ts';

/** A refund as its merchant sees it. */
export function presentRefund(row: RefundRow): Refund {
  const currency = row.currency;
  return {
    id: row.id,
    payment_id: row.payment_id,
    status: row.status,
    amount: toMajor(row.amount, currency),
    currency,
    reason: row.reason,
    provider_ref: row.provider_ref,
    failure: row.failure,
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    ...showMode(row.livemode),
  };
}

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
    facts: {
      ...presentRefund(row),
      ...(subject_kind ? { [paymentSubjectFields[subject_kind]]: subject_id } : {}),
    },
  });
}
