import { toMajor, type DispatchPayout, type Payout } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { PayoutRow } from './payouts.queries.ts';

/** A payout as its merchant sees it. */
export function presentPayout(row: PayoutRow): Payout {
  const currency = row.currency;
  return {
    id: row.id,
    status: row.status,
    amount: toMajor(row.amount, currency),
    currency,
    provider: row.provider,
    destination: row.destination,
    description: row.description,
    reference: row.reference ?? row.provider_ref,
    by_hand: row.by_hand,
    failure: row.failure,
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}

/** A payout as the platform's operators see it. */
export function presentDispatchPayout(row: PayoutRow): DispatchPayout {
  return { ...presentPayout(row), merchant_id: row.merchant_id };
}

/** What is told of a payout: it is begun once and ends once. */
export function payoutFact(row: PayoutRow, kind: 'payout.created' | 'payout.paid' | 'payout.failed'): Fact {
  return newFact({
    kind,
    sequence: kind === 'payout.created' ? 1 : 2,
    at: row.updated_at.toISOString(),
    facts: presentPayout(row),
  });
}

export function payoutNotFound(id: string): Failure {
  return new Failure('PAYOUT_NOT_FOUND', `There is no payout ${id.slice(0, 64)}.`);
}
