import type { Input, Operations, TicketType } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import { ticketTypeNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { presentTicketType, versionOf } from '../present-event.ts';
import { refuseEmpty } from '../update-event.ts';
import { applyTicketTypes } from './apply-ticket-types.ts';

/** Changes the fields given of a ticket type. */
export async function updateTicketType(
  { params, body }: Input<Operations['updateTicketType']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketType>> {
  refuseEmpty(body);
  const event = await changeEvent(room, room.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    // The path names the type; an id in the body may only be the same.
    decide: (now) => applyTicketTypes(now, [{ ...body, id: params.ttId }], { call, room, path: () => '' }),
  });
  const type = event.types.find(({ id }) => id === params.ttId);
  if (!type) throw ticketTypeNotFound(params.ttId);
  return reply(presentTicketType(type, event.currency), { version: versionOf(event) });
}
