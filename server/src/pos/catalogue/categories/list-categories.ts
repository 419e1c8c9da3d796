import type { Category, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { listShelf } from '../shelf/shelf.ts';
import { categoryShelf } from './category-shelf.ts';

/** Lists categories, by position and name. */
export function listCategories(
  { query }: Input<Operations['listCategories']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly Category[]>> {
  return listShelf(categoryShelf, query, { call, room });
}
