import type { CashSession, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { cashSessionList } from './cash-sessions.queries.ts';
import { presentCashSession } from './present-cash-session.ts';

/** Lists cash sessions, newest first unless sorted otherwise. */
export async function listCashSessions(
  { query }: Input<Operations['listCashSessions']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly CashSession[]>> {
  const { rows, meta } = await cashSessionList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentCashSession), { meta });
}
