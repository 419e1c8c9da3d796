import type { EventKeys, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import type { Events } from '../open-events.ts';
import { listEventKeyRows, lockEventForKeys, revokeEventKeyRow } from './event-keys.queries.ts';
import { presentEventKeys } from './list-event-keys.ts';
import { addNextKey } from './rotate-event-keys.ts';

/** Lets no QR code of a key count any more; where it was the key that signs, a new one takes its place. */
export async function revokeEventKey(
  { params }: Input<Operations['revokeEventKey']>,
  call: Call,
  room: Events,
): Promise<Reply<EventKeys>> {
  const event = { tenant: call.tenant, eventId: params.id };
  return effect(room, call, {
    work: async (runner) => {
      if (!(await lockEventForKeys(runner, event))) throw eventNotFound(params.id);
      const key = (await listEventKeyRows(runner, event)).find(({ kid }) => String(kid) === params.kid);
      if (!key) throw new Failure('NOT_FOUND', `The event ${params.id} has no key ${params.kid}.`);
      if (key.retired_at === null && key.revoked_at === null) await addNextKey(runner, event, room);
      await revokeEventKeyRow(runner, event, { kid: key.kid, now: room.world.now() });
      return reply(presentEventKeys(params.id, await listEventKeyRows(runner, event)));
    },
  });
}
