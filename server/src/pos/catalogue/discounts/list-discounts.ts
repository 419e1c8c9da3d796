import type { Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { discountList } from './discounts.queries.ts';
import { discountShelf } from './discount-shelf.ts';

/** Lists discounts, by position and name unless sorted otherwise. */
export async function listDiscounts(
  { query }: Input<Operations['listDiscounts']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Discount[]>> {
  const { tenant } = call;
  const { rows, meta } = await discountList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => discountShelf.present(row, tenant)),
    { meta },
  );
}
