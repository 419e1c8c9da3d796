import type { Input, Operations, StockCount } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentCount } from './present-count.ts';
import { requireCount } from './require-count.ts';

/** Reads a stock count and how far it has come. */
export async function getStockCount(
  { params }: Input<Operations['getStockCount']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<StockCount>> {
  return reply(presentCount(await requireCount(store.of(tenant), { tenant, id: params.id }), tenant));
}
