import type { DrawerMovementIn } from '@cottontree/contract';
import { constraintOf } from '../../../store/index.ts';
import { requireCashSession } from '../cash/cash-sessions.ts';
import { composeEntry, firstAnswer, writeMovement, type MovementEntry } from '../cash/movement-entry.ts';
import { doerOf, type Handed, type HandedIn } from './drawer-entry.ts';
import { noteFlags } from './note-flags.ts';

/** Notes cash that went in or out; a drawer that is closed meanwhile takes it as late. */
export async function handInMovement(handed: Handed<DrawerMovementIn>): Promise<HandedIn> {
  const { entry: given, call, module, happenedAt, flags } = handed;
  const { tenant } = call;
  const { client_id, type, amount, reason, occurred_at, cash_session_id } = given;
  const session = await requireCashSession(module.store.of(tenant), tenant, cash_session_id);
  const body = {
    client_id,
    type,
    occurred_at,
    ...(amount === undefined ? {} : { amount }),
    ...(reason === undefined ? {} : { reason }),
  };
  const entry: MovementEntry = {
    ...composeEntry({ body }, { call, module, session, staff: doerOf(handed), happenedAt }),
    force: true,
  };
  const known: HandedIn = { result: 'duplicate', flags: [], sessionId: session.id };
  try {
    return await module.store.transaction(tenant, async (tx) => {
      if (await firstAnswer(tx, call, entry)) return known;
      const { isLate } = await writeMovement(tx, { call, session, entry });
      const late = isLate ? (['closed_session'] as const) : [];
      const amountMinor = entry.amount_minor < 0n ? -entry.amount_minor : entry.amount_minor;
      const noted = { sessionId: session.id, flags: [...flags, ...late], amountMinor };
      return { result: 'accepted', ...(await noteFlags(tx, handed, noted)) };
    });
  } catch (error) {
    // The same came twice at once.
    if (constraintOf(error) !== 'cash_entries_client') throw error;
    await firstAnswer(module.store.of(tenant), call, entry);
    return known;
  }
}
