import type { Input, Operations, StockTransfer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentTransfer } from './present-transfer.ts';
import { transferList } from './transfers.queries.ts';

/** Lists transfers of stock, newest first unless sorted otherwise. */
export async function listStockTransfers(
  { query }: Input<Operations['listStockTransfers']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockTransfer[]>> {
  const { tenant } = call;
  const { rows, meta } = await transferList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => presentTransfer(row, tenant)),
    { meta },
  );
}
