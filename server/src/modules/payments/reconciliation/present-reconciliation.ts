import {
  currencies,
  toMajor,
  type Currency,
  type Reconciliation,
  type ReconciliationItem,
} from '@cottontree/contract';
import { showMode } from '../../../kernel/call/show-mode.ts';
import type { ItemRow, ReconciliationRow } from './reconciliations.queries.ts';

/** A reconciliation as its merchant sees it; of a dry run nothing is kept. */
export function presentReconciliation(row: ReconciliationRow, dryRun: boolean): Reconciliation {
  return {
    id: dryRun ? null : row.id,
    dry_run: dryRun,
    provider: row.provider,
    source: row.source,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    matched: row.matched,
    missing_here: row.missing_here,
    missing_there: row.missing_there,
    amount_mismatch: row.amount_mismatch,
    duplicate: row.duplicate,
    created_at: row.created_at.toISOString(),
    ...showMode(row.livemode),
  };
}

export function presentItem(row: ItemRow): ReconciliationItem {
  const major = (minor: bigint | null, currency: string | null): number | null =>
    minor === null || currency === null || !(currency in currencies)
      ? null
      : toMajor(minor, currency as Currency);
  return {
    id: row.id,
    reconciliation_id: row.reconciliation_id,
    status: row.status,
    provider_ref: row.provider_ref,
    provider_amount: major(row.provider_amount, row.provider_currency),
    provider_currency: row.provider_currency,
    provider_at: row.provider_at?.toISOString() ?? null,
    payment_id: row.payment_id,
    amount: major(row.amount, row.currency),
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}
