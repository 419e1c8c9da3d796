import type { Input, Operations, StockLevel } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { replyLevels } from './list-inventory.ts';

/** Lists what has come down to its threshold and is on sale. */
export async function listLowStock(
  { query }: Input<Operations['listLowStock']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly StockLevel[]>> {
  return replyLevels(query, call, { room, lowOnly: true, activeOnly: true });
}
