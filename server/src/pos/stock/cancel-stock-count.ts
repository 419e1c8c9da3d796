import type { Input, Operations, StockCount } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { endCount } from './counts.queries.ts';
import { presentCount } from './present-count.ts';
import { requireCount, requireOpenCount } from './require-count.ts';

/** Ends a stock count without moving anything. */
export async function cancelStockCount(
  { params, body }: Input<Operations['cancelStockCount']>,
  call: Call,
  room: Pos,
): Promise<Reply<StockCount>> {
  return effect(room, call, {
    work: async (runner) => {
      room.staff.require(await room.staff.acting(call, body.staff_id ?? null), 'stock');
      const key = { tenant: call.tenant, id: params.id };
      await requireOpenCount(runner, key, 'cancelled');
      await endCount(runner, key, { status: 'cancelled', at: call.now });
      return reply(presentCount(await requireCount(runner, key), call.tenant));
    },
  });
}
