import type { Input, Operations, WaitlistEntry } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { entryList } from './waitlist.queries.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import { presentEntry } from './present-entry.ts';

/** Lists who waits for an event's tickets, and who did, first come first unless sorted otherwise. */
export async function listWaitlist(
  { params: { id }, query }: Input<Operations['listWaitlist']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly WaitlistEntry[]>> {
  const runner = store.slow(call.tenant);
  const { rows, total, meta } = await entryList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentEntry), { meta });
}
