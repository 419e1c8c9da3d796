import type { CashReport, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { composeReport } from './compose-report.ts';
import { findZReport, sumSession } from './session-sums.queries.ts';
import { presentZReport } from './kept-report.ts';

/** The figures of a session: as they stand, or as they were when it was closed. */
export async function getCashReport(
  { params }: Input<Operations['getCashReport']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<CashReport>> {
  const runner = store.slow(tenant);
  const session = await requireCashSession(runner, tenant, params.id);
  const closed = await findZReport(runner, tenant, session.id);
  if (closed) return reply(presentZReport(closed), { version: closed.hash.toString('hex') });
  const sums = await sumSession(runner, tenant, { id: session.id, series: session.series, reportedIn: null });
  return reply({ ...composeReport(session, sums, null).report, hash: null });
}
