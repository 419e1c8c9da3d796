import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { removeEntry } from './waitlist.queries.ts';

/** Takes somebody off the waiting list. */
export async function leaveWaitlist(
  { params }: Input<Operations['leaveWaitlist']>,
  call: Call,
  room: Events,
): Promise<Reply<Deleted>> {
  const removed = await removeEntry(
    room.store.of(call.tenant),
    { tenant: call.tenant, eventId: params.id },
    { id: params.entryId, at: call.now },
  );
  if (!removed)
    throw new Failure('WAITLIST_ENTRY_NOT_FOUND', "Nobody on the event's waiting list has this id.");
  return reply({ id: params.entryId, deleted: true });
}
