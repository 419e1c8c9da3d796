import { toMajor, type Refund } from '@cottontree/contract';
import { showMode } from '../../../kernel/call/show-mode.ts';
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
