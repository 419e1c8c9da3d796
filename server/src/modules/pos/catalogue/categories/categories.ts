import {
  CATEGORY_LEVELS_MAX,
  categoryReadOnly,
  type Category,
  type Deleted,
  type Input,
  type Operations,
  type UpdateCategoryBody,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Pos } from '../../module.ts';
import {
  createResource,
  deleteResource,
  getResource,
  updateResource,
  type Resource,
} from '../../../../kernel/resource/resource.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { readOptionalText } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import { categories, categoryList, type CategoryRow } from './categories.queries.ts';

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

const parentGone = (): Failure =>
  new Failure('CATEGORY_NOT_FOUND', 'There is no category of the id in parent_id.');

/** How products are sorted; the database keeps it a tree, whoever moves what at the same moment. */
export const categoryResource: Resource<CategoryRow, UpdateCategoryBody, Category> = {
  what: 'category',
  idPrefix: 'cat_',
  absent: 'CATEGORY_NOT_FOUND',
  readOnly: categoryReadOnly,
  queries: categories,
  read: (body, before) => ({
    ...readCatalogueFields(body, before),
    parent_id: readOptionalText(body.parent_id, before?.parent_id ?? null),
    color: readOptionalText(body.color, before?.color ?? null),
  }),
  present: (row, tenant) => ({
    id: row.id,
    name: row.name,
    parent_id: row.parent_id,
    color: row.color,
    ...presentCatalogueFields(row, tenant),
  }),
  refusals: {
    categories_tree: () =>
      invalid({
        path: 'parent_id',
        message: `must not be the category itself or lie below it, and categories lie at most ${CATEGORY_LEVELS_MAX} levels deep`,
      }),
    categories_parent_gone: parentGone,
    categories_merchant_id_livemode_parent_id_fkey: parentGone,
    categories_not_empty: () =>
      new Failure('STATE_CONFLICT', 'Categories lie in this category. Move or delete them first.', {
        details: { from: 'not_empty', to: 'deleted', allowed: [] },
      }),
  },
};
