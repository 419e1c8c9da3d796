import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { CatalogueList } from './catalogue-list.tsx';
import { CategoryName } from './category-name.tsx';
import { productsTexts as t } from './texts.ts';

/** Every one of them, in the order of the till. */
export function CategoriesPage(): VNode {
  return (
    <CatalogueList
      operation={client.listCategories}
      path="/pos/categories"
      pages="/till/products/categories"
      title={t.categories}
      add={t.newCategory}
      columns={[
        {
          key: 'parent',
          title: t.parent,
          phone: 4,
          cell: ({ parent_id }) => <CategoryName id={parent_id} />,
        },
      ]}
      none={[t.categoriesEmpty, t.categoriesText]}
      noneLike={t.noCategoryLike}
    />
  );
}
