import { categories, type CategoryRow } from './categories.queries.ts';
import {
  CATEGORY_LEVELS_MAX,
  categoryReadOnly,
  type Category,
  type UpdateCategoryBody,
} from '@cottontree/contract';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { readOptionalText } from '../read-numbers.ts';
import { presentCatalogueFields, readCatalogueFields } from '../catalogue-fields.ts';
import type { Resource } from '../../../../kernel/resource/resource.ts';

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
