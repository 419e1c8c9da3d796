import type { Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeOnShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';

/** Changes the fields given of a discount. */
export function updateDiscount(
  { params, body }: Input<Operations['updateDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return changeOnShelf(discountShelf, { id: params.id, body }, { call, room });
}
