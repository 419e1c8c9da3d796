import type { Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { createOnShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';

/** Makes a discount. */
export function createDiscount(
  { body }: Input<Operations['createDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return createOnShelf(discountShelf, body, { call, room });
}
