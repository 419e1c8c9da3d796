import { formatTime, type Input, type OpenSession, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { sessionList } from './sessions.queries.ts';
import type { Accounts } from './open-accounts.ts';
import { ownSession } from './own-session.ts';

/** Lists the sessions of whoever asks that open now, newest first unless sorted otherwise. */
export async function listSessions(
  { query }: Input<Operations['listSessions']>,
  call: DispatchCall,
  { store, world }: Accounts,
): Promise<Reply<readonly OpenSession[]>> {
  const { userId, sessionId } = ownSession(call);
  const given = { subject_id: userId, now: world.systemNow() };
  const { rows, meta } = await sessionList.find(store.system.slow, { call, query, given });
  const shown = rows.map(({ id, address, created_at, last_seen_at, expires_at }) => ({
    id,
    address,
    current: id === sessionId,
    created_at: formatTime(created_at),
    last_seen_at: formatTime(last_seen_at),
    expires_at: formatTime(expires_at),
  }));
  return reply(shown, { meta });
}
