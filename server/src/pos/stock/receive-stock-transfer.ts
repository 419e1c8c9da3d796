import { quantityOf, type Input, type Operations, type StockTransfer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { invalid } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { endTransfer } from './end-transfer.ts';
import { presentTransfer } from './present-transfer.ts';
import { readQuantity } from './read-quantity.ts';
import { requireStepsOfParts } from './read-steps.ts';
import { stockWriterOf } from './stock-move.ts';
import { receivingMoves } from './transfer-moves.ts';
import type { TransferLine, TransferRow } from './transfers.queries.ts';

type Wanted = Input<Operations['receiveStockTransfer']>;
type Arrived = { readonly line: number; readonly milli: bigint; readonly path: string };

/** Takes in what was sent from another location. */
export async function receiveStockTransfer(
  { params, body }: Wanted,
  call: Call,
  room: Pos,
): Promise<Reply<StockTransfer>> {
  const arrived = (body.items ?? []).map((item, at): Arrived => ({
    line: item.line,
    milli: readQuantity(item.received, { path: `items[${at}].received`, min: 'zero' }),
    path: `items[${at}]`,
  }));
  return effect(room, call, {
    work: async (runner) => {
      const staff = await room.staff.acting(call, body.staff_id ?? null);
      room.staff.require(staff, 'stock');
      const moves = (transfer: TransferRow, at: Date) =>
        receivingMoves({ ...transfer, note: body.note ?? transfer.note }, at);
      const row = await endTransfer(
        runner,
        stockWriterOf(call, { world: room.world, staffId: staff?.id ?? null }),
        { id: params.id, status: 'received', lines: ({ lines }) => withArrived(lines, arrived), moves },
      );
      await requireStepsOfParts(runner, call.tenant, {
        parts: arrived.map(({ line, milli, path }) => ({ line, milli, path: `${path}.received` })),
        lines: row.lines,
      });
      return reply(presentTransfer(row, call.tenant));
    },
  });
}

function withArrived(lines: readonly TransferLine[], arrived: readonly Arrived[]): readonly TransferLine[] {
  const byLine = new Map<number, Arrived>();
  for (const one of arrived) {
    const line = lines.find((sent) => sent.line === one.line);
    if (!line)
      throw invalid({
        path: `${one.path}.line`,
        message: `is no line of the transfer, which has ${lines.length}`,
      });
    if (byLine.has(one.line)) throw invalid({ path: `${one.path}.line`, message: 'is named twice' });
    if (one.milli > BigInt(line.quantity))
      throw invalid({
        path: `${one.path}.received`,
        message: `must be at most the ${quantityOf(BigInt(line.quantity))} that were sent; correct the rest with an adjustment`,
      });
    byLine.set(one.line, one);
  }
  return lines.map((line) => ({ ...line, received: String(byLine.get(line.line)?.milli ?? line.quantity) }));
}
