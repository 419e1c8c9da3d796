import type { Input, Operations, StockTransfer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { endTransfer } from './end-transfer.ts';
import { presentTransfer } from './present-transfer.ts';
import { stockWriterOf } from './stock-move.ts';
import { returningMoves } from './transfer-moves.ts';

/** Ends a transfer: what was sent is back where it came from. */
export async function cancelStockTransfer(
  { params, body }: Input<Operations['cancelStockTransfer']>,
  call: Call,
  room: Pos,
): Promise<Reply<StockTransfer>> {
  return effect(room, call, {
    work: async (runner) => {
      const staff = await room.staff.acting(call, body.staff_id ?? null);
      room.staff.require(staff, 'stock');
      const writer = stockWriterOf(call, { world: room.world, staffId: staff?.id ?? null });
      const row = await endTransfer(runner, writer, {
        id: params.id,
        status: 'cancelled',
        lines: ({ lines }) => lines,
        moves: returningMoves,
      });
      return reply(presentTransfer(row, call.tenant));
    },
  });
}
