import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { deleteFromShelf } from '../shelf/shelf.ts';
import { categoryShelf } from './category-shelf.ts';

/** Deletes a category; tills learn it from their next sync. */
export function deleteCategory(
  { params }: Input<Operations['deleteCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(categoryShelf, params.id, { call, room });
}
