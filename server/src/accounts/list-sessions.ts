import { formatTime, type Input, type OpenSession, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Accounts } from './open-accounts.ts';
import { ownSession } from './own-session.ts';
import { countSessions, listSessionRecords } from './sessions.queries.ts';

/** Lists the sessions of whoever asks that open now, newest first. */
export async function listSessions(
  { query }: Input<Operations['listSessions']>,
  call: DispatchCall,
  { store, world }: Accounts,
): Promise<Reply<OpenSession[]>> {
  const { userId, sessionId } = ownSession(call);
  const page = readPage(query, 'by page');
  const now = world.systemNow();
  const rows = await listSessionRecords(store.system.slow, {
    subject_id: userId,
    now,
    rows_max: rowsWanted(page),
    skip: page.offset,
  });
  const total = rows[0]?.total ?? (await countSessions(store.system.slow, userId, now));
  const shown = shownRows(page, rows).map(({ id, address, created_at, last_seen_at, expires_at }) => ({
    id,
    address,
    current: id === sessionId,
    created_at: formatTime(created_at),
    last_seen_at: formatTime(last_seen_at),
    expires_at: formatTime(expires_at),
  }));
  return reply(shown, { meta: listMeta({ page, total, rows }) });
}
