import type { Input, Operations, SaleRefund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentSaleRefund } from './present-refund.ts';
import { saleRefundList } from './refunds.queries.ts';

/** Lists a merchant's refunds of sales, newest first unless sorted otherwise. */
export async function listPosRefunds(
  { query }: Input<Operations['listPosRefunds']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const { rows, meta } = await saleRefundList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentSaleRefund), { meta });
}
