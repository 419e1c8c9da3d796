import type { EventKeys, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Runner } from '../../store/index.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import {
  listEventKeyRows,
  lockEventForKeys,
  rotateEventKeyRow,
  type EventRef,
} from './event-keys.queries.ts';
import { presentEventKeys } from './list-event-keys.ts';
import { makeEventKey } from './make-event-key.ts';

const KEYS_MAX = 100;

/** Lets a new key sign the event's QR codes; those signed before stay valid. */
export async function rotateEventKeys(
  { params }: Input<Operations['rotateEventKeys']>,
  call: Call,
  room: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  return effect(room, call, {
    work: async (runner) => {
      if (!(await lockEventForKeys(runner, event))) throw eventNotFound(params.id);
      await addNextKey(runner, event, room);
      return reply(presentEventKeys(params.id, await listEventKeyRows(runner, event)));
    },
  });
}

/** The next key, within the transaction that keeps others from the event's keys. */
export async function addNextKey(
  runner: Runner,
  event: EventRef,
  room: Pick<Events, 'vault' | 'world'>,
): Promise<void> {
  const keys = await listEventKeyRows(runner, event);
  if (keys.length >= KEYS_MAX)
    throw new Failure(
      'TOO_MANY_KEYS',
      `The event ${event.eventId} has had ${KEYS_MAX} keys, which is the most.`,
      { details: { keys_max: KEYS_MAX } },
    );
  await rotateEventKeyRow(runner, event, makeEventKey(room, room.world.now()));
}
