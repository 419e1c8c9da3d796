import { operations, type Event, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { invalid } from '../core/failure.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Runner } from '../store/index.ts';
import { factsOfCreation } from './event-facts.ts';
import type { EventState } from './event-state.ts';
import { insertEvent } from './events.queries.ts';
import { moveStatus } from './move-status.ts';
import type { Events } from './open-events.ts';
import { presentEvent, versionOf } from './present-event.ts';
import { blankEvent, readEvent } from './read-event.ts';
import { warningsOf } from './warnings-of.ts';

/** Creates an event with its ticket types: all of them or nothing. */
export async function createEvent(
  { body }: Input<Operations['createEvent']>,
  call: Call,
  room: Events,
): Promise<Reply<Event>> {
  refuseReadOnly(operations.createEvent.readOnly, body, { total_tickets_sold: 0, quantity_sold: 0 });
  const named = (body.ticket_types ?? []).findIndex((type) => 'id' in type);
  if (named >= 0) throw invalid({ path: `ticket_types[${named}].id`, message: 'can be read but not set' });
  return effect(room, call, {
    single: true,
    work: (runner) =>
      insertNewEvent(room, runner, {
        call,
        event: moveStatus(readEvent(body, blankEvent({ call, room }), { call, room }), {
          to: body.status ?? 'draft',
          now: call.now,
          movesEnd: true,
          cancelReason: null,
        }),
      }),
  });
}

/** Writes a new event and what is told of it. */
export async function insertNewEvent(
  room: Events,
  runner: Runner,
  { call, event }: { readonly call: Call; readonly event: EventState },
): Promise<Reply<Event>> {
  const shown = presentEvent(event, room.settings);
  const facts = factsOfCreation(shown, { sequence: 0, at: call.now });
  const written = { ...event, version: 1, sequence: facts.length };
  await insertEvent(runner, call.tenant, { event: written, facts });
  return reply({ ...shown, ...warningsOf(event, call.now) }, { status: 201, version: versionOf(written) });
}
