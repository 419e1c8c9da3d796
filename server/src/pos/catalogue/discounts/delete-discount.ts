import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { deleteFromShelf } from '../shelf/shelf.ts';
import { discountShelf } from './discount-shelf.ts';

/** Deletes a discount; tills learn it from their next sync. */
export function deleteDiscount(
  { params }: Input<Operations['deleteDiscount']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(discountShelf, params.id, { call, room });
}
