import { eventStatuses, type Event, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listTenantEvents } from './list-events.queries.ts';
import type { Events } from './open-events.ts';
import { presentEvent } from './present-event.ts';

const AHEAD = ['draft', 'published'];

/** Lists events, newest first; those that have not ended by when they start. */
export async function listEvents(
  { query }: Input<Operations['listEvents']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly Event[]>> {
  const page = readPage(query);
  const upcoming = query.upcoming === 'true' || query.upcoming === '1';
  const timeOf = (path: 'from' | 'to'): Date | null => readOptionalTime(query[path], { path, call });
  const every = upcoming ? AHEAD : eventStatuses;
  const { total, rows } = await listTenantEvents(room.store.slow(call.tenant), call.tenant, {
    order: upcoming ? 'upcoming' : 'newest',
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    statuses: query.status === undefined ? every : [query.status],
    endsFrom: upcoming ? call.now : null,
    words: query.q ?? null,
    startsFrom: timeOf('from'),
    startsTo: timeOf('to'),
  });
  const shown = shownRows(page, rows).map((row) => presentEvent(row, room.settings));
  return reply(shown, {
    meta: listMeta({
      page,
      total,
      rows,
      positionOf: (row) => ({ at: upcoming ? row.startDate : row.createdAt, id: row.id }),
    }),
  });
}
