import type { CashReport, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import type { CashSessionRow } from './cash-sessions.queries.ts';
import { composeReport } from './compose-report.ts';
import { findZReport, sumSession, type KeptZReport } from './session-sums.queries.ts';

/** The figures of a session: as they stand, or as they were when it was closed. */
export async function getCashReport(
  { params }: Input<Operations['getCashReport']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<CashReport>> {
  const runner = store.reads(tenant);
  const report = await readReport(runner, tenant, await requireCashSession(runner, tenant, params.id));
  return reply(report, report.hash === null ? {} : { version: report.hash });
}

/** The Z report of a drawer that is closed. */
export async function readKeptReport(runner: Runner, tenant: Tenant, sessionId: string): Promise<CashReport> {
  const closed = await findZReport(runner, tenant, sessionId);
  if (!closed) throw new Error(`The closed drawer ${sessionId} has no report.`);
  return presentZReport(closed);
}

/** The report of a drawer, open or closed. */
export async function readReport(
  runner: Runner,
  tenant: Tenant,
  session: CashSessionRow,
): Promise<CashReport> {
  const closed = await findZReport(runner, tenant, session.id);
  if (closed) return presentZReport(closed);
  const sums = await sumSession(runner, tenant, { id: session.id, series: session.series, reportedIn: null });
  return { ...composeReport(session, sums, null).report, hash: null };
}

/** A Z report as it was written, with the hash over it. */
function presentZReport({ body, hash }: KeptZReport): CashReport {
  return { ...(JSON.parse(body) as Omit<CashReport, 'hash'>), hash: hash.toString('hex') };
}
