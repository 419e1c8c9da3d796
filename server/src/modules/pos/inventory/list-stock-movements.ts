import type { Input, Operations, StockMovement } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { movementList } from './inventory.queries.ts';
import { presentMovement } from './present-stock.ts';

/** Lists how stock moved, newest first unless sorted otherwise. */
export async function listStockMovements(
  { query }: Input<Operations['listStockMovements']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockMovement[]>> {
  const { tenant, caller } = call;
  const { rows, meta } = await movementList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => presentMovement(row, caller.merchant.currency)),
    { meta },
  );
}
