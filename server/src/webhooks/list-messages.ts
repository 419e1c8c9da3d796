import type { Input, MessageSummary, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listTenantMessages, type MessageRow } from './messages.queries.ts';
import type { Webhooks } from './open-webhooks.ts';

/** Lists what happened, newest first, whether or not an endpoint was told. */
export async function listMessages(
  { query }: Input<Operations['listMessages']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<readonly MessageSummary[]>> {
  const page = readPage(query);
  const wanted = {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    event: query.event ?? null,
    entity: query.entity ?? null,
  };
  const { total, rows } = await listTenantMessages(room.store.slow(tenant), tenant, wanted);
  return reply(shownRows(page, rows).map(presentMessage), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
  });
}

export function presentMessage(row: MessageRow): MessageSummary {
  return {
    id: row.id,
    event: row.event,
    entity: row.entity === '' ? null : row.entity,
    created_at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}
