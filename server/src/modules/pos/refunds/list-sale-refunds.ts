import type { Input, Operations, SaleRefund } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { saleNotFound } from '../sales/require-move.ts';
import { findSale } from '../sales/sales.queries.ts';
import { presentSaleRefund } from './present-refund.ts';
import { refundsOfSaleList } from './refunds.queries.ts';

/** Lists the refunds of one sale, newest first unless sorted otherwise. */
export async function listSaleRefunds(
  { params: { id }, query }: Input<Operations['listSaleRefunds']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const { tenant } = call;
  if (!(await findSale(store.of(tenant), { tenant, id }))) throw saleNotFound(id);
  const { rows, meta } = await refundsOfSaleList.find(store.reads(tenant), {
    call,
    query,
    given: { sale_id: id },
  });
  return reply(rows.map(presentSaleRefund), { meta });
}
