import type { Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { listShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';

/** Lists discounts, by position and name. */
export function listDiscounts(
  { query }: Input<Operations['listDiscounts']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly Discount[]>> {
  return listShelf(discountShelf, query, { call, room });
}
