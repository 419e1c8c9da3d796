import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Text } from '../../schema.ts';
import {
  idParams,
  catalogueFieldsIn,
  catalogueFieldsOut,
  catalogueReadOnly,
  CatalogueFilters,
  catalogueSorts,
} from './catalogue-fields.ts';
import { exampleCatalogueFields, exampleTaxRateId } from './examples.ts';

export const TaxRate = Type.Object(
  {
    id: Type.String({ description: '`tax_…`' }),
    name: Type.String({ description: 'As receipts say it.' }),
    rate: Type.Number({ description: 'Percent.' }),
    ...catalogueFieldsOut,
  },
  {
    title: 'TaxRate',
    description:
      'A tax that products name. A change of its rate changes what they cost from then on; sales made before keep theirs.',
  },
);
export type TaxRate = Static<typeof TaxRate>;

const rate = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: 'Percent from 0 to 100 with at most 4 decimals: 15 is 15 %.',
});
const CreateTaxRateBody = Type.Object({
  name: Text(100, 'As receipts say it: GST.'),
  rate,
  ...catalogueFieldsIn,
});
export type CreateTaxRateBody = Static<typeof CreateTaxRateBody>;
const UpdateTaxRateBody = Type.Object(
  {
    name: Type.Optional(Text(100, 'As receipts and invoices are to show it.')),
    rate: Type.Optional(rate),
    ...catalogueFieldsIn,
  },
  { minProperties: 1 },
);
export type UpdateTaxRateBody = Static<typeof UpdateTaxRateBody>;

/** Fields that can be read but not set. */
export const taxRateReadOnly = Object.freeze([...catalogueReadOnly] as const);

const params = idParams('Id of the tax rate, tax_….');
const exampleParams = { id: exampleTaxRateId };
const example: TaxRate = { id: exampleTaxRateId, name: 'GST', rate: 15, ...exampleCatalogueFields };
const tag = 'Catalogue';
const readOnly = [...taxRateReadOnly];

export const listTaxRates = operation({
  id: 'listTaxRates',
  method: 'GET',
  path: '/pos/tax-rates',
  tag,
  summary: 'List tax rates',
  description: 'By position, then name.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(
    catalogueSorts,
    CatalogueFilters,
    'By their place (position, then name), by name, or newest or oldest first.',
  ),
  answer: TaxRate,
  errors: [],
  example: { answer: example },
});

export const createTaxRate = operation({
  id: 'createTaxRate',
  method: 'POST',
  path: '/pos/tax-rates',
  tag,
  summary: 'Create a tax rate',
  scope: 'pos:write',
  status: 201,
  body: CreateTaxRateBody,
  readOnly,
  answer: TaxRate,
  errors: [],
  example: { body: { name: 'GST', rate: 15 }, answer: example },
});

export const getTaxRate = operation({
  id: 'getTaxRate',
  method: 'GET',
  path: '/pos/tax-rates/:id',
  tag,
  summary: 'Read a tax rate',
  scope: 'pos:read',
  status: 200,
  params,
  answer: TaxRate,
  errors: ['TAX_RATE_NOT_FOUND'],
  example: { params: exampleParams, answer: example },
});

export const updateTaxRate = operation({
  id: 'updateTaxRate',
  method: 'PATCH',
  path: '/pos/tax-rates/:id',
  tag,
  summary: 'Change a tax rate',
  description: 'What is sold from now on has the new rate; sales and invoices made before keep theirs.',
  scope: 'pos:write',
  status: 200,
  params,
  body: UpdateTaxRateBody,
  readOnly,
  answer: TaxRate,
  errors: ['TAX_RATE_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, body: { rate: 12.5 }, answer: { ...example, rate: 12.5, version: 2 } },
});

export const deleteTaxRate = operation({
  id: 'deleteTaxRate',
  method: 'DELETE',
  path: '/pos/tax-rates/:id',
  tag,
  summary: 'Delete a tax rate',
  description: 'Not while products name it, for they would be sold without tax.',
  scope: 'pos:write',
  status: 200,
  params,
  answer: Deleted,
  errors: ['TAX_RATE_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, answer: { id: exampleTaxRateId, deleted: true } },
});
