import type { Input, Operations, StockCountLine } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { countLineList } from './count-lines.queries.ts';
import { presentCountLine } from './present-count.ts';
import { requireCount } from './require-count.ts';

/** Lists what is to be counted, and what was. */
export async function listStockCountLines(
  { params: { id }, query }: Input<Operations['listStockCountLines']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCountLine[]>> {
  const { tenant } = call;
  const runner = store.slow(tenant);
  const { rows, total, meta } = await countLineList.find(runner, { call, query, given: { count_id: id } });
  if (total === 0) await requireCount(runner, { tenant, id });
  return reply(rows.map(presentCountLine), { meta });
}
