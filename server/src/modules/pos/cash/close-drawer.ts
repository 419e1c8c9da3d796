import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, type CashReport } from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { canonicalJson } from '../../../kernel/effect/canonical-json.ts';
import { post } from '../../ledger/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { beginClosingSession, finishClosingSession, type CashSessionRow } from './cash-sessions.queries.ts';
import { closingPostings } from './cash-postings.ts';
import { composeReport, type Closing } from './compose-report.ts';
import { cashSessionFact } from './present-cash-session.ts';
import type { CountedTender } from './read-counted.ts';
import { claimLate, sumSession } from './session-sums.queries.ts';
import { sessionClosed } from './write-cash-entries.ts';

export type Closed = {
  readonly call: Call;
  readonly module: Pos;
  readonly session: CashSessionRow;
  readonly staff: Pick<StaffMember, 'id'> | null;
  readonly counted: readonly CountedTender[];
  readonly note: string | null;
  readonly unsynced: number;
  /** `zrp_…`; left out: a fresh one. */ readonly reportId?: string;
  /** When it was counted; left out: now. */ readonly closedAt?: Date;
};

/** Whoever writes an entry has ended when the session is closing, or finds it closed: what is summed then is all there will be. */
export async function closeDrawer(tx: Runner, closed: Closed): Promise<CashReport> {
  const { call, module, session, staff, counted, note, unsynced } = closed;
  const { tenant, now: writtenAt } = call;
  const { closedAt: now = writtenAt } = closed;
  const { id, series } = session;
  if (!(await beginClosingSession(tx, tenant, { id, now }))) throw sessionClosed(id);
  const closing: Closing = {
    id: closed.reportId ?? makeId('zrp_', now.getTime(), module.world.randomBytes(idRandomBytes)),
    closedAt: now,
    closedBy: staff?.id ?? null,
    note,
    unsyncedCount: unsynced,
    counted,
  };
  await claimLate(tx, tenant, { series, z_report_id: closing.id });
  const sums = await sumSession(tx, tenant, { id, series, reportedIn: closing.id });
  const { report, number, perpetualSales, perpetualRefunds } = composeReport(session, sums, closing);
  const body = canonicalJson(report);
  const hash = createHash('sha256').update(body).digest();
  const after: CashSessionRow = {
    ...session,
    status: 'closed',
    closed_by: closing.closedBy,
    closed_at: now,
    z_report_id: closing.id,
    z_number: number,
  };
  await finishClosingSession(tx, tenant, {
    id,
    closed_by: closing.closedBy,
    now,
    z_report_id: closing.id,
    number,
    perpetual_sales_minor: perpetualSales,
    perpetual_refunds_minor: perpetualRefunds,
    body,
    previous_hash: Buffer.from(report.previous_hash ?? '', 'hex'),
    hash,
    facts: [cashSessionFact(after, writtenAt)],
  });
  await post(tx, tenant, closingPostings(session, sums, { counted, at: writtenAt }));
  return { ...report, hash: hash.toString('hex') };
}
