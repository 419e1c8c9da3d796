import type { Category, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { getFromShelf } from '../shelf/shelf.ts';
import { categoryShelf } from './category-shelf.ts';

/** Reads one category. */
export function getCategory(
  { params }: Input<Operations['getCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return getFromShelf(categoryShelf, params.id, { call, room });
}
