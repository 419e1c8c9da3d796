import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Nullable, Text } from '../../schema.ts';
import {
  ColorIn,
  ColorOut,
  idParams,
  catalogueFieldsIn,
  catalogueFieldsOut,
  catalogueReadOnly,
  CatalogueFilters,
  catalogueSorts,
} from './catalogue-fields.ts';
import { exampleCategoryId, exampleCatalogueFields } from './examples.ts';

/** How deep categories may lie in one another. */
export const CATEGORY_LEVELS_MAX = 8;

export const Category = Type.Object(
  {
    id: Type.String({ description: '`cat_…`' }),
    name: Type.String({ description: 'As tills show it.' }),
    parent_id: Nullable(Type.String({ description: 'The category it lies in; null: it is a top one.' })),
    color: ColorOut,
    ...catalogueFieldsOut,
  },
  { title: 'Category', description: 'How products are sorted at the till.' },
);
export type Category = Static<typeof Category>;

const parent = Type.Optional(
  Nullable(
    Text(
      64,
      `The category it lies in; null: none. At most ${CATEGORY_LEVELS_MAX} levels, and never below itself.`,
    ),
  ),
);
const CreateCategoryBody = Type.Object({
  name: Text(100, 'As tills are to show it, up to 100 characters.'),
  parent_id: parent,
  color: ColorIn,
  ...catalogueFieldsIn,
});
export type CreateCategoryBody = Static<typeof CreateCategoryBody>;
const UpdateCategoryBody = Type.Object(
  {
    name: Type.Optional(Text(100, 'As tills are to show it, up to 100 characters.')),
    parent_id: parent,
    color: ColorIn,
    ...catalogueFieldsIn,
  },
  { minProperties: 1 },
);
export type UpdateCategoryBody = Static<typeof UpdateCategoryBody>;

/** Fields that can be read but not set. */
export const categoryReadOnly = Object.freeze([...catalogueReadOnly] as const);

const params = idParams('Id of the category, cat_….');
const exampleParams = { id: exampleCategoryId };
const example: Category = {
  id: exampleCategoryId,
  name: 'Drinks',
  parent_id: null,
  color: '#1A73E8',
  ...exampleCatalogueFields,
};
const tag = 'Catalogue';
const readOnly = [...categoryReadOnly];

export const listCategories = operation({
  id: 'listCategories',
  method: 'GET',
  path: '/pos/categories',
  tag,
  summary: 'List categories',
  description: 'By position, then name.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(
    catalogueSorts,
    {
      ...CatalogueFilters,
      parent_id: Type.Optional(Text(64, 'Those that lie directly in this category.')),
    },
    'By their place (position, then name), by name, or newest or oldest first.',
  ),
  answer: Category,
  errors: [],
  example: { answer: example },
});

export const createCategory = operation({
  id: 'createCategory',
  method: 'POST',
  path: '/pos/categories',
  tag,
  summary: 'Create a category',
  scope: 'pos:write',
  status: 201,
  body: CreateCategoryBody,
  readOnly,
  answer: Category,
  errors: ['CATEGORY_NOT_FOUND'],
  example: { body: { name: 'Drinks', color: '#1A73E8' }, answer: example },
});

export const getCategory = operation({
  id: 'getCategory',
  method: 'GET',
  path: '/pos/categories/:id',
  tag,
  summary: 'Read a category',
  scope: 'pos:read',
  status: 200,
  params,
  answer: Category,
  errors: ['CATEGORY_NOT_FOUND'],
  example: { params: exampleParams, answer: example },
});

export const updateCategory = operation({
  id: 'updateCategory',
  method: 'PATCH',
  path: '/pos/categories/:id',
  tag,
  summary: 'Change a category',
  scope: 'pos:write',
  status: 200,
  params,
  body: UpdateCategoryBody,
  readOnly,
  answer: Category,
  errors: ['CATEGORY_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: {
    params: exampleParams,
    body: { name: 'Cold drinks' },
    answer: { ...example, name: 'Cold drinks', version: 2 },
  },
});

export const deleteCategory = operation({
  id: 'deleteCategory',
  method: 'DELETE',
  path: '/pos/categories/:id',
  tag,
  summary: 'Delete a category',
  description: 'Not while categories lie in it. Products in it are then in none.',
  scope: 'pos:write',
  status: 200,
  params,
  answer: Deleted,
  errors: ['CATEGORY_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, answer: { id: exampleCategoryId, deleted: true } },
});
