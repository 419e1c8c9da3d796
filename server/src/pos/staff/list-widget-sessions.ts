import type { Input, Operations, WidgetSession } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentSession } from './present-session.ts';
import { listSessionRows } from './widget-sessions.queries.ts';

/** Lists sessions, newest first. */
export async function listWidgetSessions(
  { query }: Input<Operations['listWidgetSessions']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<readonly WidgetSession[]>> {
  const page = readPage(query, 'by page');
  const filter = {
    staffId: query.staff_id ?? null,
    terminalId: query.terminal_id ?? null,
    isOpen: query.is_open ?? null,
  };
  const { total, rows } = await listSessionRows(store.slow(tenant), tenant, {
    ...filter,
    now: world.systemNow(),
    rowsMax: rowsWanted(page),
    skip: page.offset,
  });
  return reply(shownRows(page, rows).map(presentSession), { meta: listMeta({ page, total, rows }) });
}
