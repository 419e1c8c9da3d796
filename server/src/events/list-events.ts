import type { Event, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { readEventRow } from './event-columns.ts';
import { eventList } from './list-events.queries.ts';
import type { Events } from './open-events.ts';
import { presentEvent } from './present-event.ts';

const AHEAD = { status: 'draft,published', sort: 'start_date' } as const;

/** Lists events, newest first; those that have not ended by when they start, unless sorted otherwise. */
export async function listEvents(
  { query }: Input<Operations['listEvents']>,
  call: Call,
  { store, settings }: Events,
): Promise<Reply<readonly Event[]>> {
  const isUpcoming = query.upcoming === 'true' || query.upcoming === '1';
  const { rows, meta } = await eventList.find(store.slow(call.tenant), {
    call,
    query: isUpcoming ? { ...AHEAD, ...query } : query,
    given: { ends_from: isUpcoming ? call.now : null },
  });
  return reply(
    rows.map((row) => presentEvent(readEventRow(row), settings)),
    { meta },
  );
}
