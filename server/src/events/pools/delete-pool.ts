import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { changeEvent, wantedBy } from '../change-event.ts';
import type { Events } from '../open-events.ts';
import { withTakers } from './apply-pool.ts';
import { poolOf } from './update-pool.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Takes away a pool; its ticket types no longer share anything by it. */
export async function deletePool(
  { params }: Input<Operations['deletePool']>,
  call: Call,
  room: Events,
): Promise<Reply<Data<Operations['deletePool']>>> {
  await changeEvent(room, room.store.of(call.tenant), {
    ...wantedBy(call, params.id),
    decide: (now) => {
      const { id } = poolOf(now, params.poolId);
      return { ...withTakers(now, id, NOBODY), pools: now.pools.filter((pool) => pool.id !== id) };
    },
  });
  return reply({ id: params.poolId, deleted: true });
}
