import type { Input, Operations, StockCount } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { countedLines } from './count-lines.queries.ts';
import { endCount } from './counts.queries.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import { presentCount } from './present-count.ts';
import { requireCount, requireOpenCount } from './require-count.ts';
import { stockWriterOf, type StockMove } from './stock-move.ts';

/**
 * Ends a stock count and moves what differs. What is there is a fact, so it counts even where it is less than what is kept
 * for somebody; only what moved since it was counted is in the way, unless the caller says otherwise.
 */
export async function submitStockCount(
  { params, body }: Input<Operations['submitStockCount']>,
  call: Call,
  room: Pos,
): Promise<Reply<StockCount>> {
  return effect(room, call, {
    work: async (runner) => {
      const staff = await room.staff.acting(call, body.staff_id ?? null);
      room.staff.require(staff, 'stock');
      const { tenant } = call;
      const key = { tenant, id: params.id };
      const row = await requireOpenCount(runner, key, 'submitted');
      const step = (await countedLines(runner, key)).map((line): StockMove => ({
        locationId: row.location_id,
        variantId: line.variant_id,
        deltaMilli: line.counted - line.expected,
        reason: 'count',
        ref: { type: 'count', id: row.id, line: line.variant_id },
        note: row.note,
        occurredAt: call.now,
        force: true,
        ...(body.force === true ? {} : { expectedSeq: line.expected_seq }),
      }));
      await endCount(runner, key, { status: 'submitted', at: call.now });
      const results = await moveStock(
        runner,
        stockWriterOf(call, { world: room.world, staffId: staff?.id ?? null }),
        [step],
      );
      results.forEach(requireGranted);
      return reply(presentCount(await requireCount(runner, key), tenant));
    },
  });
}
