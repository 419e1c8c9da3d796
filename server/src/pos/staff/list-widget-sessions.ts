import type { Input, Operations, WidgetSession } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentSession } from './present-session.ts';
import { sessionList } from './widget-sessions.queries.ts';

/** Lists sessions, newest first unless sorted otherwise. */
export async function listWidgetSessions(
  { query }: Input<Operations['listWidgetSessions']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly WidgetSession[]>> {
  const given = { now: world.systemNow() };
  const { rows, meta } = await sessionList.find(store.slow(call.tenant), { call, query, given });
  return reply(rows.map(presentSession), { meta });
}
