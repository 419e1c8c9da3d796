import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { requireCashSession } from '../cash-sessions.ts';
import { readReport } from '../cash-reports.ts';
import { composeDrawerPaper } from './compose-drawer-paper.ts';
import { findDrawerNames } from './drawer-names.queries.ts';
import { DRAWER_REPORT } from './print-drawer-paper.ts';

/** The report of a drawer as PDF in the shop's own dress. */
export async function getCashReportPdf(
  { params, query }: Input<Operations['getCashReportPdf']>,
  { tenant, now }: Call,
  { store, papers, press }: Pos,
): Promise<Reply<Uint8Array>> {
  const runner = store.reads(tenant);
  const session = await requireCashSession(runner, tenant, params.id);
  const report = await readReport(runner, tenant, session);
  const names = await findDrawerNames(runner, tenant, session);
  const brand = await papers.find(tenant);
  const paper = composeDrawerPaper(report, { names, brand, now, language: query.lang ?? 'en' });
  return reply(await press.print(DRAWER_REPORT, paper), { fileName: fileNameOf(report) });
}

/** As it is found again among others of its kind. */
function fileNameOf({ kind, number, cash_session_id: id }: ReportKind): string {
  return number === null ? `${kind}-${id}.pdf` : `${kind}-${String(number).padStart(5, '0')}-${id}.pdf`;
}

type ReportKind = Awaited<ReturnType<typeof readReport>>;
