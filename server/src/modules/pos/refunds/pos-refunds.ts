import type { Input, Operations, SaleRefund } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { presentSaleRefund } from './present-refund.ts';
import { findRefund, saleRefundList } from './refunds.queries.ts';

/** Lists a merchant's refunds of sales, newest first unless sorted otherwise. */
export async function listPosRefunds(
  { query }: Input<Operations['listPosRefunds']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SaleRefund[]>> {
  const { rows, meta } = await saleRefundList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentSaleRefund), { meta });
}

/** A refund of a sale as it stands. */
export async function getPosRefund(
  { params }: Input<Operations['getPosRefund']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<SaleRefund>> {
  const row = await findRefund(store.of(tenant), { tenant, id: params.id });
  if (!row) throw new Failure('REFUND_NOT_FOUND', `There is no refund ${params.id.slice(0, 64)}.`);
  return reply(presentSaleRefund(row), { version: String(row.version) });
}
