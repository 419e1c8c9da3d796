import { idOfUuid, type DrawerClosingIn } from '@cottontree/contract';
import { requireCashSession } from '../cash/cash-sessions.ts';
import type { CashSessionRow } from '../cash/cash-sessions.queries.ts';
import { closeDrawer } from '../cash/close-drawer.ts';
import { readKeptReport } from '../cash/kept-report.ts';
import { readCounted } from '../cash/read-counted.ts';
import { sessionClosed } from '../cash/write-cash-entries.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { doerOf, type Handed, type HandedIn } from './drawer-entry.ts';
import { noteFlags } from './note-flags.ts';

/** Closes a drawer with what was counted without network: all that happened in it came before, for a till hands in its acts in order. */
export async function handInClosing(handed: Handed<DrawerClosingIn>): Promise<HandedIn> {
  const { entry, call, module, happenedAt, flags } = handed;
  const { tenant } = call;
  const session = await requireCashSession(module.store.of(tenant), tenant, entry.cash_session_id);
  const reportId = idOfUuid('zrp_', entry.client_id);
  const counted = readCounted(entry.counted, session.currency);
  if (session.status === 'closed') return closedBefore(handed, session, reportId);
  const closedAt = happenedAt < session.opened_at ? session.opened_at : happenedAt;
  try {
    const report = await module.store.transaction(tenant, async (tx) => {
      const counting = await closeDrawer(tx, {
        call,
        module,
        session,
        staff: doerOf(handed),
        counted,
        note: entry.note ?? null,
        unsynced: 0,
        reportId,
        closedAt,
      });
      await noteFlags(tx, handed, { sessionId: session.id, flags, amountMinor: null });
      return counting;
    });
    return { result: 'accepted', flags, sessionId: session.id, report };
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'CASH_SESSION_CLOSED')) throw error;
    return closedBefore(
      handed,
      await requireCashSession(module.store.of(tenant), tenant, session.id),
      reportId,
    );
  }
}

/** By this very closing, or by somebody else, whose report nobody changes. */
async function closedBefore(
  { call, module }: Handed,
  session: CashSessionRow,
  reportId: string,
): Promise<HandedIn> {
  if (session.z_report_id !== reportId) throw sessionClosed(session.id);
  const report = await readKeptReport(module.store.of(call.tenant), call.tenant, session.id);
  return { result: 'duplicate', flags: [], sessionId: session.id, report };
}
