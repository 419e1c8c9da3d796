import type { Input, Operations, WaitlistEntry } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import type { Events } from '../open-events.ts';
import { presentEntry } from './present-entry.ts';
import { listEntries } from './waitlist.queries.ts';

/** Lists who waits for an event's tickets, and who did, first come first. */
export async function listWaitlist(
  { params, query }: Input<Operations['listWaitlist']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly WaitlistEntry[]>> {
  const page = readPage(query, 'by page');
  const runner = room.store.slow(call.tenant);
  const wanted = {
    status: query.status ?? null,
    ticket_type_id: query.ticket_type_id ?? null,
    rows_max: rowsWanted(page),
    offset: page.offset,
  };
  const { total, rows } = await listEntries(runner, { tenant: call.tenant, eventId: params.id }, wanted);
  if (total === 0 && !(await findEvent(runner, call.tenant, params.id))) throw eventNotFound(params.id);
  return reply(shownRows(page, rows).map(presentEntry), { meta: listMeta({ page, total, rows }) });
}
