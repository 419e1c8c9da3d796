import { formatOptionalTime, formatTime, toMajor, type CashSession } from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { CashSessionRow } from './cash-sessions.queries.ts';

/** A cash session as the API shows it. */
export function presentCashSession(row: CashSessionRow): CashSession {
  return {
    id: row.id,
    location_id: row.location_id,
    terminal_id: row.terminal_id,
    status: row.status,
    currency: row.currency,
    opening_float: toMajor(row.opening_float_minor, row.currency),
    opened_by: row.opened_by,
    opened_at: formatTime(row.opened_at),
    closed_by: row.closed_by,
    closed_at: formatOptionalTime(row.closed_at),
    z_report_id: row.z_report_id,
    z_number: row.z_number,
    ...showMode(row.livemode),
  };
}

/** What is told of a drawer as it stands after it was opened or closed. */
export function cashSessionFact(row: CashSessionRow, at: Date): Fact {
  const closed = row.status === 'closed';
  return newFact({
    kind: closed ? 'pos.cash_session.closed' : 'pos.cash_session.opened',
    sequence: closed ? 2 : 1,
    at: formatTime(at),
    facts: presentCashSession(row),
  });
}
