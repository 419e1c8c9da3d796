import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf } from '../../schema.ts';
import { Category } from '../catalogue/categories.ts';
import { Discount } from '../catalogue/discounts.ts';
import { exampleCategoryId, exampleProduct, exampleCatalogueFields } from '../catalogue/examples.ts';
import { ModifierGroup } from '../catalogue/modifier-groups.ts';
import { SyncedProduct } from '../catalogue/product-schema.ts';
import { TaxRate } from '../catalogue/tax-rates.ts';
import { Location } from '../settings/locations.ts';
import { PosSettings } from '../settings/settings.ts';

/** What tills keep a copy of. */
export const tillKinds = Object.freeze([
  'product',
  'category',
  'modifier_group',
  'tax_rate',
  'discount',
  'location',
  'settings',
] as const);
export type TillKind = (typeof tillKinds)[number];

/** Changes in one answer. */
export const TILL_CHANGES_MAX = 1_000;
const TILL_CHANGES_DEFAULT = 500;

export const TillChanges = Type.Object(
  {
    products: Type.Array(SyncedProduct, { description: 'With everything that a till needs to sell them.' }),
    categories: Type.Array(Category, { description: 'New and changed ones.' }),
    modifier_groups: Type.Array(ModifierGroup, { description: 'New and changed ones.' }),
    tax_rates: Type.Array(TaxRate, { description: 'New and changed ones.' }),
    discounts: Type.Array(Discount, { description: 'New and changed ones.' }),
    locations: Type.Array(Location, { description: 'New and changed ones.' }),
    settings: Nullable(PosSettings, 'As they are now; null: not changed.'),
    deleted: Type.Array(
      Type.Object({
        kind: OneOf(tillKinds, 'What it was.'),
        id: Type.String({ description: 'Its id; forget what you keep of it.' }),
      }),
      {
        description: 'What to forget.',
      },
    ),
    cursor: Type.String({ description: 'For the next request, also where there is nothing more now.' }),
    has_more: Type.Boolean({ description: 'Whether to ask again at once.' }),
  },
  { title: 'TillChanges', description: 'What changed: each thing as it is now, whatever it was before.' },
);
export type TillChanges = Static<typeof TillChanges>;

const [variant] = exampleProduct.variants;
const { stock: _, ...synced } = variant ?? { stock: [] };

export const getTillChanges = operation({
  id: 'getTillChanges',
  method: 'GET',
  path: '/pos/sync',
  tag: 'Catalogue',
  summary: 'Read what changed for tills',
  description: [
    'Without cursor: everything. With the cursor of the answer before: what changed since, in the order in which it changed, each thing once and as it is now.',
    'Nothing is ever missed, whatever was being written at the time; what changes while a till reads comes again. A till puts each thing in the place of the one with its id and forgets what is in deleted.',
    'Stock is not in it, for it moves with every sale: ask GET /pos/inventory.',
  ].join(' '),
  scope: 'sales:write',
  status: 200,
  query: Type.Object({
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'cursor of the answer before, unchanged.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TILL_CHANGES_MAX,
        default: TILL_CHANGES_DEFAULT,
        description: 'The most changes in one answer.',
      }),
    ),
  }),
  answer: TillChanges,
  errors: ['CURSOR_EXPIRED'],
  example: {
    query: { limit: TILL_CHANGES_MAX },
    answer: {
      products: [{ ...exampleProduct, variants: [synced] }],
      categories: [
        {
          id: exampleCategoryId,
          name: 'Drinks',
          parent_id: null,
          color: '#1A73E8',
          ...exampleCatalogueFields,
        },
      ],
      modifier_groups: [],
      tax_rates: [],
      discounts: [],
      locations: [],
      settings: null,
      deleted: [{ kind: 'product', id: 'prod_01m7yp4nvr0000000000000009' }],
      cursor: 'czEuMjMuMTc',
      has_more: false,
    },
  },
});
