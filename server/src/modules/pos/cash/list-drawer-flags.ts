import {
  formatTime,
  toMajor,
  type FlaggedDrawerEntry,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { drawerFlagList, type FlaggedRow } from './cash-entries.queries.ts';

/** Lists what of a drawer a person should look at, newest first unless sorted otherwise. */
export async function listDrawerFlags(
  { params, query }: Input<Operations['listDrawerFlags']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly FlaggedDrawerEntry[]>> {
  const runner = store.reads(call.tenant);
  const { id: session_id } = await requireCashSession(runner, call.tenant, params.id);
  const { rows, meta } = await drawerFlagList.find(runner, { call, query, given: { session_id } });
  return reply(rows.map(presentFlagged), { meta });
}

function presentFlagged(row: FlaggedRow): FlaggedDrawerEntry {
  return {
    client_id: row.client_id,
    cash_session_id: row.session_id,
    kind: row.kind,
    flags: [...row.flags],
    amount: row.amount_minor === null ? null : toMajor(row.amount_minor, row.currency),
    staff_id: row.staff_id,
    occurred_at: formatTime(row.occurred_at),
    recorded_at: formatTime(row.recorded_at),
    livemode: row.livemode,
  };
}
