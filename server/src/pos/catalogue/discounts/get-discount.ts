import type { Discount, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { getFromShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';

/** Reads one discount. */
export function getDiscount(
  { params }: Input<Operations['getDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Discount>> {
  return getFromShelf(discountShelf, params.id, { call, room });
}
