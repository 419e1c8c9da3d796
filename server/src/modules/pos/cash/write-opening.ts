import type { Tenant } from '../../../kernel/call/tenant.ts';
import { post } from '../../ledger/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { TenderEntry } from './cash-entries.queries.ts';
import { movementPostings } from './cash-postings.ts';
import { insertCashSession, type CashSessionRow } from './cash-sessions.queries.ts';
import { cashSessionFact } from './present-cash-session.ts';
import { writeCashEntries } from './write-cash-entries.ts';

type Opening = {
  readonly draft: CashSessionRow;
  /** `cmv_…` */ readonly entryId: string;
  /** Of the books; the drawer may have been opened before. */ readonly now: Date;
};

/** A drawer with its float; undefined where one of the series is open. */
export async function writeOpening(
  runner: Runner,
  tenant: Tenant,
  { draft, entryId, now }: Opening,
): Promise<CashSessionRow | undefined> {
  const { id, location_id, terminal_id, currency, opening_float_minor, opened_by, opened_at } = draft;
  const row = await insertCashSession(runner, tenant, {
    id,
    location_id,
    terminal_id,
    currency,
    opening_float_minor,
    opened_by,
    now: opened_at,
    facts: [cashSessionFact(draft, now)],
  });
  if (!row) return undefined;
  const opening: TenderEntry = {
    session_id: row.id,
    id: entryId,
    kind: 'opening',
    tender: 'cash',
    amount_minor: opening_float_minor,
    staff_id: opened_by,
    occurred_at: opened_at,
  };
  await writeCashEntries(runner, tenant, { now, entries: [opening] });
  await post(runner, tenant, movementPostings(row, opening, now));
  return row;
}
