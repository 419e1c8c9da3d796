import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, type CashReport, type Input, type Operations } from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { canonicalJson } from '../../../kernel/effect/canonical-json.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { post } from '../../ledger/index.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { beginClosingSession, finishClosingSession, type CashSessionRow } from './cash-sessions.queries.ts';
import { closingPostings } from './cash-postings.ts';
import { composeReport, type Closing } from './compose-report.ts';
import { requireCashSession } from './cash-sessions.ts';
import { cashSessionFact } from './present-cash-session.ts';
import { readCounted, type CountedTender } from './read-counted.ts';
import { claimLate, sumSession } from './session-sums.queries.ts';
import { sessionClosed } from './write-cash-entries.ts';

/** Counts and closes a drawer: from then on nothing is added to it, and its Z report says all that was. */
export async function closeCashSession(
  { params, body }: Input<Operations['closeCashSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<CashReport>> {
  const { tenant } = call;
  const staff = await module.staff.acting(call, body.staff_id ?? null);
  module.staff.require(staff, 'close_session');
  const session = await requireCashSession(module.store.of(tenant), tenant, params.id);
  const counted = readCounted(body.counted, session.currency);
  const unsynced = body.unsynced_count ?? 0;
  if (unsynced > 0 && body.force !== true) throw unsyncedSales(unsynced);
  return effect(module, call, {
    work: (tx) => closeNow(tx, { call, module, session, staff, counted, note: body.note ?? null, unsynced }),
  });
}

type Closed = {
  readonly call: Call;
  readonly module: Pos;
  readonly session: CashSessionRow;
  readonly staff: StaffMember | null;
  readonly counted: readonly CountedTender[];
  readonly note: string | null;
  readonly unsynced: number;
};

/** Whoever writes an entry has ended when the session is closing, or finds it closed: what is summed then is all there will be. */
async function closeNow(
  tx: Runner,
  { call, module, session, staff, counted, note, unsynced }: Closed,
): Promise<Reply<CashReport>> {
  const { tenant, now } = call;
  const { id, series } = session;
  if (!(await beginClosingSession(tx, tenant, { id, now }))) throw sessionClosed(id);
  const closing: Closing = {
    id: makeId('zrp_', now.getTime(), module.world.randomBytes(idRandomBytes)),
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
    facts: [cashSessionFact(after, now)],
  });
  await post(tx, tenant, closingPostings(session, sums, { counted, at: now }));
  return reply({ ...report, hash: hash.toString('hex') });
}

function unsyncedSales(count: number): Failure {
  return new Failure(
    'UNSYNCED_SALES',
    `The till holds ${count} sales that have not arrived. Send them first (POST /v1/pos/sync/sales), or close with force: they come late then.`,
    { details: { unsynced_count: count } },
  );
}
