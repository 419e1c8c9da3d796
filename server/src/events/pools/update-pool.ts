import type { Input, Operations, TicketPool } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import { poolNotFound } from '../event-not-found.ts';
import type { EventState, PoolState } from '../event-state.ts';
import type { Events } from '../open-events.ts';
import { presentPool, versionOf } from '../present-event.ts';
import { refuseEmpty } from '../update-event.ts';
import { applyPool } from './apply-pool.ts';

/** Changes the fields given of a pool. */
export async function updatePool(
  { params, body }: Input<Operations['updatePool']>,
  call: Call,
  room: Events,
): Promise<Reply<TicketPool>> {
  refuseEmpty(body);
  const event = await changeEvent(room, room.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      const pool = poolOf(now, params.poolId);
      return applyPool(
        now,
        { ...pool, name: body.name ?? pool.name, capacity: body.capacity ?? pool.capacity },
        body.ticket_type_ids ?? null,
      );
    },
  });
  return reply(presentPool(poolOf(event, params.poolId), event.types), { version: versionOf(event) });
}

/** A pool of the event, or the refusal. */
export function poolOf(event: EventState, id: string): PoolState {
  const pool = event.pools.find((one) => one.id === id);
  if (!pool) throw poolNotFound(id);
  return pool;
}
