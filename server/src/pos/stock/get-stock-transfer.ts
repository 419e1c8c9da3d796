import type { Input, Operations, StockTransfer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTransfer } from './end-transfer.ts';
import { presentTransfer } from './present-transfer.ts';

/** Reads a transfer of stock. */
export async function getStockTransfer(
  { params }: Input<Operations['getStockTransfer']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<StockTransfer>> {
  return reply(presentTransfer(await requireTransfer(store.of(tenant), { tenant, id: params.id }), tenant));
}
