import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { CurrencyOut } from '../../payments/schemas.ts';
import { AmountIn, AmountOut, Deleted, Nullable, Text } from '../../schema.ts';
import {
  idParams,
  catalogueFieldsIn,
  catalogueFieldsOut,
  catalogueReadOnly,
  CatalogueFilters,
  catalogueSorts,
} from './catalogue-fields.ts';
import { exampleModifierGroupId, exampleModifierId, exampleCatalogueFields } from './examples.ts';

/** How many modifiers one group has. */
export const MODIFIERS_MAX = 100;

export const Modifier = Type.Object(
  {
    id: Type.String({ description: '`mod_…`' }),
    name: Type.String({ description: 'As tills and receipts show it.' }),
    price: AmountOut("On top of the item's price."),
    is_active: Type.Boolean({ description: 'false: it is not offered any more.' }),
  },
  { title: 'Modifier', description: 'One thing that can be chosen.' },
);

export const ModifierGroup = Type.Object(
  {
    id: Type.String({ description: '`mgr_…`' }),
    name: Type.String({ description: 'As tills show it.' }),
    min_select: Type.Integer({ description: 'How many a line must have.' }),
    max_select: Nullable(Type.Integer({ description: 'How many a line may have; null: any number.' })),
    currency: CurrencyOut,
    modifiers: Type.Array(Modifier, { description: 'In the order of the till.' }),
    ...catalogueFieldsOut,
  },
  {
    title: 'ModifierGroup',
    description: 'What can be chosen with a product: extras, cooking, size of a portion.',
  },
);
export type ModifierGroup = Static<typeof ModifierGroup>;

const modifiers = Type.Array(
  Type.Object({
    id: Type.Optional(Text(64, 'One that is there, to keep or change it; without: a new one.')),
    name: Text(100, 'As tills and receipts are to show it.'),
    price: Type.Optional(AmountIn("On top of the item's price; default 0.")),
    is_active: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  }),
  {
    maxItems: MODIFIERS_MAX,
    description: 'The whole list in the order of the till: what is not in it is removed.',
  },
);
const selects = {
  min_select: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'How many a line must have; default 0.' }),
  ),
  max_select: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'How many a line may have; null, the default: any number.',
      }),
    ),
  ),
};
const CreateModifierGroupBody = Type.Object({
  name: Text(100, 'As tills are to show it.'),
  ...selects,
  modifiers: Type.Optional(modifiers),
  ...catalogueFieldsIn,
});
export type CreateModifierGroupBody = Static<typeof CreateModifierGroupBody>;
const UpdateModifierGroupBody = Type.Object(
  {
    name: Type.Optional(Text(100, 'As tills are to show it.')),
    ...selects,
    modifiers: Type.Optional(modifiers),
    ...catalogueFieldsIn,
  },
  { minProperties: 1 },
);
export type UpdateModifierGroupBody = Static<typeof UpdateModifierGroupBody>;

/** Fields that can be read but not set. */
export const modifierGroupReadOnly = Object.freeze([...catalogueReadOnly, 'currency'] as const);

const params = idParams('Id of the modifier group, mgr_….');
const exampleParams = { id: exampleModifierGroupId };
const example: ModifierGroup = {
  id: exampleModifierGroupId,
  name: 'Extras',
  min_select: 0,
  max_select: 2,
  currency: 'SLE',
  modifiers: [{ id: exampleModifierId, name: 'Extra pepper', price: 2.5, is_active: true }],
  ...exampleCatalogueFields,
};
const tag = 'Catalogue';
const readOnly = [...modifierGroupReadOnly];

export const listModifierGroups = operation({
  id: 'listModifierGroups',
  method: 'GET',
  path: '/pos/modifier-groups',
  tag,
  summary: 'List modifier groups',
  description: 'By position, then name.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(
    catalogueSorts,
    CatalogueFilters,
    'By their place (position, then name), by name, or newest or oldest first.',
  ),
  answer: ModifierGroup,
  errors: [],
  example: { answer: example },
});

export const createModifierGroup = operation({
  id: 'createModifierGroup',
  method: 'POST',
  path: '/pos/modifier-groups',
  tag,
  summary: 'Create a modifier group',
  scope: 'pos:write',
  status: 201,
  body: CreateModifierGroupBody,
  readOnly,
  answer: ModifierGroup,
  errors: ['MODIFIER_NOT_FOUND', 'AMOUNT_PRECISION'],
  example: {
    body: { name: 'Extras', max_select: 2, modifiers: [{ name: 'Extra pepper', price: 2.5 }] },
    answer: example,
  },
});

export const getModifierGroup = operation({
  id: 'getModifierGroup',
  method: 'GET',
  path: '/pos/modifier-groups/:id',
  tag,
  summary: 'Read a modifier group',
  scope: 'pos:read',
  status: 200,
  params,
  answer: ModifierGroup,
  errors: ['MODIFIER_GROUP_NOT_FOUND'],
  example: { params: exampleParams, answer: example },
});

export const updateModifierGroup = operation({
  id: 'updateModifierGroup',
  method: 'PATCH',
  path: '/pos/modifier-groups/:id',
  tag,
  summary: 'Change a modifier group',
  scope: 'pos:write',
  status: 200,
  params,
  body: UpdateModifierGroupBody,
  readOnly,
  answer: ModifierGroup,
  errors: ['MODIFIER_GROUP_NOT_FOUND', 'MODIFIER_NOT_FOUND', 'AMOUNT_PRECISION', 'PRECONDITION_FAILED'],
  example: {
    params: exampleParams,
    body: { max_select: 3 },
    answer: { ...example, max_select: 3, version: 2 },
  },
});

export const deleteModifierGroup = operation({
  id: 'deleteModifierGroup',
  method: 'DELETE',
  path: '/pos/modifier-groups/:id',
  tag,
  summary: 'Delete a modifier group',
  description: 'Products that offered it offer it no more.',
  scope: 'pos:write',
  status: 200,
  params,
  answer: Deleted,
  errors: ['MODIFIER_GROUP_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, answer: { id: exampleModifierGroupId, deleted: true } },
});
