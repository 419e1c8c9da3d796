import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import { ticketTypeNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';

/** Takes a ticket type off an event, of which none is sold or held. */
export async function deleteTicketType(
  { params }: Input<Operations['deleteTicketType']>,
  call: Call,
  room: Events,
): Promise<Reply<Data<Operations['deleteTicketType']>>> {
  await changeEvent(room, room.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      if (!now.types.some(({ id }) => id === params.ttId)) throw ticketTypeNotFound(params.ttId);
      return { ...now, types: now.types.filter(({ id }) => id !== params.ttId) };
    },
  });
  return reply({ id: params.ttId, deleted: true });
}
