import { idRandomBytes, makeId, type ProductImportFields } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { categories, type CategoryRow } from '../catalogue/categories/categories.queries.ts';
import type { Making } from '../catalogue/products/read-variant.ts';
import type { References } from '../catalogue/products/references.queries.ts';
import { findCategoriesByName } from './import-categories.queries.ts';

/** Which category each name of a file means, and those that are to be made. */
export type NamedCategories = {
  readonly ids: ReadonlyMap<string, string>;
  readonly fresh: ReadonlyMap<string, string>;
};

/** Looks up the categories that rows name; a name that none has, in whatever case, is one new category. */
export async function nameCategories(
  bodies: readonly ProductImportFields[],
  { call, module, runner }: Making & { readonly runner: Runner },
): Promise<NamedCategories> {
  const rows = await findCategoriesByName(runner, call.tenant, [
    ...new Set(bodies.flatMap(({ category }) => category ?? [])),
  ]);
  const ids = new Map<string, string>();
  const fresh = new Map<string, string>();
  const made = new Map<string, string>();
  for (const { name, folded, id } of rows) {
    const own =
      id ??
      made.get(folded) ??
      makeId('cat_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
    if (id === null && !made.has(folded)) {
      made.set(folded, own);
      fresh.set(own, name);
    }
    ids.set(name, own);
  }
  return { ids, fresh };
}

/** The row with its category's id instead of its name; an id in the place of the name is that category. */
export function withCategory(
  { category, ...body }: ProductImportFields,
  { ids }: NamedCategories,
  references: References,
): ProductImportFields {
  if (category === undefined) return body;
  if (body.category_id !== undefined)
    throw invalid({ path: 'category', message: 'must be left out beside category_id' });
  return {
    ...body,
    category_id: references.categories.has(category) ? category : (ids.get(category) ?? category),
  };
}

/** Makes the categories that products need. */
export async function insertCategories(
  runner: Runner,
  wanted: ReadonlyMap<string, string>,
  { call }: Pick<Making, 'call'>,
): Promise<void> {
  const { now, tenant } = call;
  for (const [id, name] of wanted) {
    const row: CategoryRow = {
      id,
      version: 1,
      created_at: now,
      updated_at: now,
      name,
      is_active: true,
      position: 0,
      metadata: {},
      parent_id: null,
      color: null,
    };
    await categories.insert(runner, tenant, row);
  }
}
