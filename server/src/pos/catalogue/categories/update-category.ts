import type { Category, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeOnShelf } from '../shelf/shelf.ts';
import { categoryShelf } from './category-shelf.ts';

/** Changes the fields given of a category. */
export function updateCategory(
  { params, body }: Input<Operations['updateCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return changeOnShelf(categoryShelf, { id: params.id, body }, { call, room });
}
