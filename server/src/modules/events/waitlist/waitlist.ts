import type { Deleted, Input, Operations, WaitlistEntry } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { presentEntry } from './present-entry.ts';
import { entryList, removeEntry } from './waitlist.queries.ts';

/** Lists who waits for an event's tickets, and who did, first come first unless sorted otherwise. */
export async function listWaitlist(
  { params: { id }, query }: Input<Operations['listWaitlist']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly WaitlistEntry[]>> {
  const runner = store.reads(call.tenant);
  const { rows, total, meta } = await entryList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentEntry), { meta });
}

/** Takes somebody off the waiting list. */
export async function leaveWaitlist(
  { params }: Input<Operations['leaveWaitlist']>,
  call: Call,
  module: Events,
): Promise<Reply<Deleted>> {
  const removed = await removeEntry(
    module.store.of(call.tenant),
    { tenant: call.tenant, eventId: params.id },
    { id: params.entryId, at: call.now },
  );
  if (!removed)
    throw new Failure('WAITLIST_ENTRY_NOT_FOUND', "Nobody on the event's waiting list has this id.");
  return reply({ id: params.entryId, deleted: true });
}
