import type { Input, Operations, SaleRefund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { saleNotFound } from '../sales/require-move.ts';
import { findSale } from '../sales/sales.queries.ts';
import { EVERY_REFUND, pageOfRefunds } from './list-pos-refunds.ts';

/** Lists the refunds of one sale, newest first. */
export async function listSaleRefunds(
  { params, query }: Input<Operations['listSaleRefunds']>,
  { tenant }: Call,
  room: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  if (!(await findSale(room.store.of(tenant), { tenant, id: params.id }))) throw saleNotFound(params.id);
  return pageOfRefunds(room, tenant, { query, filter: { ...EVERY_REFUND, saleId: params.id } });
}
