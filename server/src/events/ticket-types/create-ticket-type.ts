import type { Input, Operations, TicketType } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { invalid } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import type { Events } from '../open-events.ts';
import { presentTicketType, versionOf } from '../present-event.ts';
import { applyTicketTypes } from './apply-ticket-types.ts';

/** Adds a ticket type to an event. */
export async function createTicketType(
  { params, body }: Input<Operations['createTicketType']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketType>> {
  if ('id' in body) throw invalid({ path: 'id', message: 'can be read but not set' });
  return effect(room, call, {
    work: async (runner) => {
      const event = await changeEvent(room, runner, {
        ...wantedBy(call, params.id),
        decide: (now) => applyTicketTypes(now, [body], { call, room, path: () => '' }),
      });
      const newest = event.types.find(({ typeIndex }) => typeIndex === event.nextTypeIndex - 1);
      if (!newest) throw new Error(`The event ${event.id} lacks the ticket type that was just made.`);
      return reply(presentTicketType(newest, event.currency), { status: 201, version: versionOf(event) });
    },
  });
}
