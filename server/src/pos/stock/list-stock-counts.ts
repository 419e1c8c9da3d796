import type { Input, Operations, StockCount } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { countList } from './counts.queries.ts';
import { presentCount } from './present-count.ts';

/** Lists stock counts, newest first unless sorted otherwise. */
export async function listStockCounts(
  { query }: Input<Operations['listStockCounts']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCount[]>> {
  const { tenant } = call;
  const { rows, meta } = await countList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => presentCount(row, tenant)),
    { meta },
  );
}
