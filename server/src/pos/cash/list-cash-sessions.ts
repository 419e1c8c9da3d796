import type { CashSession, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { orderOf } from '../list-order.ts';
import type { Pos } from '../open-pos.ts';
import { listCashSessionRows } from './cash-sessions.queries.ts';
import { presentCashSession } from './present-cash-session.ts';

/** Lists cash sessions, newest first unless sorted otherwise. */
export async function listCashSessions(
  { query }: Input<Operations['listCashSessions']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<readonly CashSession[]>> {
  const page = readPage(query);
  const filter = {
    status: query.status ?? null,
    terminalId: query.terminal_id ?? null,
    locationId: query.location_id ?? null,
  };
  const { total, rows } = await listCashSessionRows(store.slow(tenant), tenant, {
    ...filter,
    order: orderOf(query.sort),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentCashSession), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.opened_at, id: row.id }) }),
  });
}
