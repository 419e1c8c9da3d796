import { idRandomBytes, makeId, type Input, type Operations, type TicketPool } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { invalid } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import type { Events } from '../open-events.ts';
import { presentPool, versionOf } from '../present-event.ts';
import { applyPool } from './apply-pool.ts';

const POOLS_MAX = 100;

/** Lets ticket types of an event share a number of places. */
export async function createPool(
  { params, body }: Input<Operations['createPool']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketPool>> {
  return effect(room, call, {
    work: async (runner) => {
      const pool = {
        id: makeId('pool_', call.now.getTime(), room.world.randomBytes(idRandomBytes)),
        name: body.name,
        capacity: body.capacity,
        held: 0,
        sold: 0,
        createdAt: call.now,
      };
      const event = await changeEvent(room, runner, {
        ...wantedBy(call, params.id),
        decide: (now) => {
          if (now.pools.length >= POOLS_MAX)
            throw invalid({
              path: 'body',
              message: `cannot be added: an event has at most ${POOLS_MAX} pools`,
            });
          return applyPool(now, pool, body.ticket_type_ids);
        },
      });
      return reply(presentPool(pool, event.types), { status: 201, version: versionOf(event) });
    },
  });
}
