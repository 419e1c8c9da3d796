import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { writeEntries, type CashEntry } from './cash-entries.queries.ts';

/**
 * Writes what moves the figures of cash sessions, within the transaction of the sale, refund or movement it is of. The
 * sessions stay open until that transaction ends, so that what is written is in their Z report; call it before the
 * transaction takes other locks. CASH_SESSION_CLOSED where a session is closed and the entry is not forced,
 * CASH_SESSION_NOT_FOUND. Answers with the sessions for which forced entries came late: flag those sales closed_session.
 *
 * A batch that decides many sales in one database function calls `write_cash_entries(merchant, livemode, entries, now)`
 * there itself, and before it `lock_cash_sessions(merchant, livemode, session_ids)` to learn which are open
 * (see `write_cash_entries.sql`).
 */
export async function writeCashEntries(
  tx: Runner,
  tenant: Tenant,
  { entries, now }: { readonly entries: readonly CashEntry[]; readonly now: Date },
): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set();
  const outcomes = await writeEntries(tx, tenant, { entries, now });
  for (const { session_id, outcome } of outcomes) {
    if (outcome === 'closed') throw sessionClosed(session_id);
    if (outcome === 'unknown') throw sessionNotFound(session_id);
  }
  return new Set(outcomes.filter(({ outcome }) => outcome === 'late').map(({ session_id }) => session_id));
}

export function sessionClosed(id: string): Failure {
  return new Failure(
    'CASH_SESSION_CLOSED',
    `The cash session ${id} is closed, so that nothing is added to it. Open another with POST /v1/pos/cash-sessions.`,
    { details: { cash_session_id: id } },
  );
}

export function cashOfNoDrawer(): Failure {
  return new Failure(
    'CASH_SESSION_REQUIRED',
    'Cash is handed back only out of an open cash session: name it as cash_session_id.',
  );
}

export function sessionNotFound(id: string): Failure {
  return new Failure('CASH_SESSION_NOT_FOUND', `No cash session has the id ${id.slice(0, 64)}.`);
}
