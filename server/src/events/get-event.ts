import type { Event, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { eventNotFound } from './event-not-found.ts';
import { findEvent } from './events.queries.ts';
import type { Events } from './open-events.ts';
import { presentEvent, versionOf } from './present-event.ts';

/** Reads one event. */
export async function getEvent(
  { params }: Input<Operations['getEvent']>,
  call: Call,
  room: Events,
): Promise<Reply<Event>> {
  const event = await findEvent(room.store.of(call.tenant), call.tenant, params.id);
  if (!event) throw eventNotFound(params.id);
  return reply(presentEvent(event, room.settings), { version: versionOf(event) });
}
