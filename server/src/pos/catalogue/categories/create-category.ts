import type { Category, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { createOnShelf } from '../shelf/shelf.ts';
import { categoryShelf } from './category-shelf.ts';

/** Makes a category. */
export function createCategory(
  { body }: Input<Operations['createCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return createOnShelf(categoryShelf, body, { call, room });
}
