import { toMajor, type Claim, type DispatchClaim } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { fileUrl } from '../../files/index.ts';
import type { ClaimRow } from './claims.queries.ts';

/** A claim as its merchant sees it. */
export function presentClaim(row: ClaimRow, settings: Pick<Settings, 'publicUrl'>): Claim {
  const currency = row.currency;
  return {
    id: row.id,
    job_number: row.job_number,
    type: row.type,
    status: row.status,
    amount: toMajor(row.amount, currency),
    covered: toMajor(row.covered, currency),
    currency: row.currency,
    note: row.note,
    photo_urls: row.photos.flatMap((token) => fileUrl(token, settings) ?? []),
    decision: row.decision,
    approved_amount: row.approved === null ? null : toMajor(row.approved, currency),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}

/** A claim as those who decide it see it. */
export function presentDispatchClaim(row: ClaimRow, settings: Pick<Settings, 'publicUrl'>): DispatchClaim {
  return { merchant_id: row.merchant_id, decided_by: row.decided_by, ...presentClaim(row, settings) };
}
