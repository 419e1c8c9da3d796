import type { Data, Input, Operations, TicketType } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { invalid } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import { ticketTypeNotFound } from '../event-not-found.ts';
import type { Events } from '../../module.ts';
import { presentTicketType, versionOf } from '../present-event.ts';
import { refuseEmpty } from '../update-event.ts';
import { applyTicketTypes } from './apply-ticket-types.ts';

/** Adds a ticket type to an event. */
export async function createTicketType(
  { params, body }: Input<Operations['createTicketType']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketType>> {
  if ('id' in body) throw invalid({ path: 'id', message: 'can be read but not set' });
  return effect(module, call, {
    work: async (runner) => {
      const event = await changeEvent(module, runner, {
        ...wantedBy(call, params.id),
        decide: (now) => applyTicketTypes(now, [body], { call, module, path: () => '' }),
      });
      const newest = event.types.find(({ typeIndex }) => typeIndex === event.nextTypeIndex - 1);
      if (!newest) throw new Error(`The event ${event.id} lacks the ticket type that was just made.`);
      return reply(presentTicketType(newest, event.currency), { status: 201, version: versionOf(event) });
    },
  });
}

/** Changes the fields given of a ticket type. */
export async function updateTicketType(
  { params, body }: Input<Operations['updateTicketType']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketType>> {
  refuseEmpty(body);
  // The path names the type; an id in the body may only be the same.
  refuseReadOnly(['id'], body, { id: params.ttId });
  const event = await changeEvent(module, module.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => applyTicketTypes(now, [{ ...body, id: params.ttId }], { call, module, path: () => '' }),
  });
  const type = event.types.find(({ id }) => id === params.ttId);
  if (!type) throw ticketTypeNotFound(params.ttId);
  return reply(presentTicketType(type, event.currency), { version: versionOf(event) });
}

/** Takes a ticket type off an event, of which none is sold or held. */
export async function deleteTicketType(
  { params }: Input<Operations['deleteTicketType']>,
  call: Call,
  module: Events,
): Promise<Reply<Data<Operations['deleteTicketType']>>> {
  await changeEvent(module, module.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      if (!now.types.some(({ id }) => id === params.ttId)) throw ticketTypeNotFound(params.ttId);
      return { ...now, types: now.types.filter(({ id }) => id !== params.ttId) };
    },
  });
  return reply({ id: params.ttId, deleted: true });
}
