import type { CashReport, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { readReport } from './kept-report.ts';

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
