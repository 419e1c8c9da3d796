import type { Category, Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import { changeOnShelf, createOnShelf, deleteFromShelf, getFromShelf } from '../shelf/shelf.ts';
import { categoryList } from './categories.queries.ts';
import { categoryShelf } from './category-shelf.ts';

/** Makes a category. */
export function createCategory(
  { body }: Input<Operations['createCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return createOnShelf(categoryShelf, body, { call, room });
}

/** Lists categories, by position and name unless sorted otherwise. */
export async function listCategories(
  { query }: Input<Operations['listCategories']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Category[]>> {
  const { tenant } = call;
  const { rows, meta } = await categoryList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => categoryShelf.present(row, tenant)),
    { meta },
  );
}

/** Reads one category. */
export function getCategory(
  { params }: Input<Operations['getCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return getFromShelf(categoryShelf, params.id, { call, room });
}

/** Changes the fields given of a category. */
export function updateCategory(
  { params, body }: Input<Operations['updateCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Category>> {
  return changeOnShelf(categoryShelf, { id: params.id, body }, { call, room });
}

/** Deletes a category; tills learn it from their next sync. */
export function deleteCategory(
  { params }: Input<Operations['deleteCategory']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(categoryShelf, params.id, { call, room });
}
