import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { CurrencyOut } from '../../payments/schemas.ts';
import { AmountIn, AmountOrPercentOut, Deleted, OneOf, Text } from '../../schema.ts';
import { reductionTypes } from '../../totals/cart.ts';
import {
  idParams,
  catalogueFieldsIn,
  catalogueFieldsOut,
  catalogueReadOnly,
  CatalogueFilters,
  catalogueSorts,
} from './catalogue-fields.ts';
import { exampleDiscountId, exampleCatalogueFields } from './examples.ts';

export const discountTargets = Object.freeze(['any', 'item', 'sale'] as const);

export const Discount = Type.Object(
  {
    id: Type.String({ description: '`disc_…`' }),
    name: Type.String({ description: 'As it stands on receipts.' }),
    type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
    value: AmountOrPercentOut('Percent, or an amount.'),
    currency: CurrencyOut,
    applies_to: OneOf(discountTargets, 'A line, the whole sale, or either.'),
    ...catalogueFieldsOut,
  },
  {
    title: 'Discount',
    description: 'A discount that the till offers by name; a sale sends what it took off.',
  },
);
export type Discount = Static<typeof Discount>;

const value = AmountIn(
  "Percent, more than 0 and at most 100 with at most 4 decimals, or an amount in the merchant's currency.",
);
const targets = OneOf(discountTargets, 'Default any.');
const CreateDiscountBody = Type.Object({
  name: Text(100, 'As it is to stand on receipts.'),
  type: OneOf(reductionTypes, 'Whether value is a percentage or an amount.'),
  value,
  applies_to: Type.Optional(targets),
  ...catalogueFieldsIn,
});
export type CreateDiscountBody = Static<typeof CreateDiscountBody>;
const UpdateDiscountBody = Type.Object(
  {
    name: Type.Optional(Text(100, 'As it is to stand on receipts.')),
    type: Type.Optional(OneOf(reductionTypes, 'With the value that goes with it.')),
    value: Type.Optional(value),
    applies_to: Type.Optional(targets),
    ...catalogueFieldsIn,
  },
  { minProperties: 1 },
);
export type UpdateDiscountBody = Static<typeof UpdateDiscountBody>;

/** Fields that can be read but not set. */
export const discountReadOnly = Object.freeze([...catalogueReadOnly, 'currency'] as const);

const params = idParams('Id of the discount, disc_….');
const exampleParams = { id: exampleDiscountId };
const example: Discount = {
  id: exampleDiscountId,
  name: 'Staff',
  type: 'percent',
  value: 10,
  currency: 'SLE',
  applies_to: 'any',
  ...exampleCatalogueFields,
};
const tag = 'Catalogue';
const readOnly = [...discountReadOnly];

export const listDiscounts = operation({
  id: 'listDiscounts',
  method: 'GET',
  path: '/pos/discounts',
  tag,
  summary: 'List discounts',
  description: 'By position, then name.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(
    catalogueSorts,
    CatalogueFilters,
    'By their place (position, then name), by name, or newest or oldest first.',
  ),
  answer: Discount,
  errors: [],
  example: { answer: example },
});

export const createDiscount = operation({
  id: 'createDiscount',
  method: 'POST',
  path: '/pos/discounts',
  tag,
  summary: 'Create a discount',
  scope: 'pos:write',
  status: 201,
  body: CreateDiscountBody,
  readOnly,
  answer: Discount,
  errors: ['AMOUNT_PRECISION'],
  example: { body: { name: 'Staff', type: 'percent', value: 10 }, answer: example },
});

export const getDiscount = operation({
  id: 'getDiscount',
  method: 'GET',
  path: '/pos/discounts/:id',
  tag,
  summary: 'Read a discount',
  scope: 'pos:read',
  status: 200,
  params,
  answer: Discount,
  errors: ['DISCOUNT_NOT_FOUND'],
  example: { params: exampleParams, answer: example },
});

export const updateDiscount = operation({
  id: 'updateDiscount',
  method: 'PATCH',
  path: '/pos/discounts/:id',
  tag,
  summary: 'Change a discount',
  scope: 'pos:write',
  status: 200,
  params,
  body: UpdateDiscountBody,
  readOnly,
  answer: Discount,
  errors: ['DISCOUNT_NOT_FOUND', 'AMOUNT_PRECISION', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, body: { value: 12.5 }, answer: { ...example, value: 12.5, version: 2 } },
});

export const deleteDiscount = operation({
  id: 'deleteDiscount',
  method: 'DELETE',
  path: '/pos/discounts/:id',
  tag,
  summary: 'Delete a discount',
  description: 'Sales that had it keep what they took off.',
  scope: 'pos:write',
  status: 200,
  params,
  answer: Deleted,
  errors: ['DISCOUNT_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, answer: { id: exampleDiscountId, deleted: true } },
});
