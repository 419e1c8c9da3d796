import type { Category, Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  updateResource,
  createResource,
  deleteResource,
  getResource,
} from '../../../../kernel/resource/resource.ts';
import { categoryList } from './categories.queries.ts';
import { categoryResource } from './category-resource.ts';

/** Makes a category. */
export function createCategory(
  { body }: Input<Operations['createCategory']>,
  call: Call,
  module: Pos,
): Promise<Reply<Category>> {
  return createResource(categoryResource, body, { call, module });
}

/** Lists categories, by position and name unless sorted otherwise. */
export async function listCategories(
  { query }: Input<Operations['listCategories']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly Category[]>> {
  const { tenant } = call;
  const { rows, meta } = await categoryList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => categoryResource.present(row, tenant)),
    { meta },
  );
}

/** Reads one category. */
export function getCategory(
  { params }: Input<Operations['getCategory']>,
  call: Call,
  module: Pos,
): Promise<Reply<Category>> {
  return getResource(categoryResource, params.id, { call, module });
}

/** Changes the fields given of a category. */
export function updateCategory(
  { params, body }: Input<Operations['updateCategory']>,
  call: Call,
  module: Pos,
): Promise<Reply<Category>> {
  return updateResource(categoryResource, { id: params.id, body }, { call, module });
}

/** Deletes a category; tills learn it from their next sync. */
export function deleteCategory(
  { params }: Input<Operations['deleteCategory']>,
  call: Call,
  module: Pos,
): Promise<Reply<Deleted>> {
  return deleteResource(categoryResource, params.id, { call, module });
}
