import { Type, type Static } from 'typebox';
import { AmountIn, Nullable, OneOf, Text } from '../../schema.ts';
import { productTypes } from '../words.ts';
import { ColorIn, catalogueFieldsIn } from './catalogue-fields.ts';

export const BARCODES_MAX = 10;
export const VARIANTS_MAX = 100;
const OPTIONS_MAX = 5;
const OPTION_VALUES_MAX = 50;
const GROUPS_MAX = 20;
/** Components of one bundle. */
export const BUNDLE_COMPONENTS_MAX = 50;

const code = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' });
const quantityIn = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 40,
    description: `${description} At most 3 decimals.`,
  });
const codes = {
  sku: Type.Optional(Nullable(Type.String({ maxLength: 64, description: 'Unique in the catalogue.' }))),
  barcode: Type.Optional(
    Nullable(
      Type.String({ maxLength: 64, description: 'Unique in the catalogue; short for barcodes with one.' }),
    ),
  ),
  barcodes: Type.Optional(
    Type.Array(code, {
      maxItems: BARCODES_MAX,
      uniqueItems: true,
      description: 'Each unique in the catalogue.',
    }),
  ),
};
const cost = Type.Optional(Nullable(AmountIn('What one costs the merchant.')));

const variantFieldsIn = {
  name: Type.Optional(Nullable(Text(200, 'Default the values of its options.'))),
  ...codes,
  price: Type.Optional(Nullable(AmountIn('null, the default: what the product costs.'))),
  cost,
  options: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: OPTIONS_MAX,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 100 },
      description: 'A value of each option of the product.',
    }),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  position: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Default behind the others.' }),
  ),
};
export const VariantBody = Type.Object(variantFieldsIn, {
  title: 'VariantBody',
  description: 'A variant of a variable product.',
});
export type VariantBody = Static<typeof VariantBody>;

const fieldsIn = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 4_000, description: 'Plain text.' }))),
  category_id: Type.Optional(Nullable(Type.String({ description: '`cat_…`; null: none.', maxLength: 64 }))),
  ...codes,
  price: Type.Optional(
    AmountIn("For one unit, in the merchant's currency. Variable products may leave it to their variants."),
  ),
  cost,
  tax_rate_id: Type.Optional(
    Nullable(Type.String({ maxLength: 64, description: 'A tax rate; then tax_rate follows it.' })),
  ),
  tax_rate: Type.Optional(
    Nullable(
      Type.Unsafe<number | string>({
        type: ['number', 'string'],
        maxLength: 40,
        description: 'Percent from 0 to 100 with at most 4 decimals, instead of tax_rate_id.',
      }),
    ),
  ),
  tax_inclusive: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          'Whether the price has the tax in it; null, the default: as the settings of the till have it.',
      }),
    ),
  ),
  type: Type.Optional(OneOf(productTypes, 'Default variable where variants are given, else simple.')),
  unit: Type.Optional(Nullable(Type.String({ maxLength: 20, description: 'Such as kg.' }))),
  quantity_step: Type.Optional(
    quantityIn('Of what a quantity is a multiple, from 0.001 to 1000; default 1.'),
  ),
  track_inventory: Type.Optional(Type.Boolean({ description: 'Default true, but false for services.' })),
  allow_negative_stock: Type.Optional(
    Type.Boolean({ description: 'Sell it although none is there; default false.' }),
  ),
  low_stock_threshold: Type.Optional(Nullable(quantityIn('Tell the merchant when less than this is there.'))),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        name: Text(50, 'What the variants differ in, `Size`.'),
        values: Type.Array(Text(100), {
          description: 'What can be chosen, each once, in order.',
          minItems: 1,
          maxItems: OPTION_VALUES_MAX,
          uniqueItems: true,
        }),
      }),
      {
        maxItems: OPTIONS_MAX,
        description: 'In what variants differ: [{"name": "Size", "values": ["S", "M"]}].',
      },
    ),
  ),
  components: Type.Optional(
    Type.Array(
      Type.Object({
        variant_id: Text(64, 'No bundle itself.'),
        quantity: Type.Optional(quantityIn('In one bundle; default 1.')),
      }),
      {
        maxItems: BUNDLE_COMPONENTS_MAX,
        description:
          'Of a bundle: what is in it. It holds no stock then; selling it takes its components off.',
      },
    ),
  ),
  modifier_group_ids: Type.Optional(
    Type.Array(Text(64), {
      maxItems: GROUPS_MAX,
      uniqueItems: true,
      description: 'What can be chosen with it, in the order of the till.',
    }),
  ),
  image_url: Type.Optional(
    Nullable(Type.String({ maxLength: 500, description: 'https only; or send a picture to …/image.' })),
  ),
  color: ColorIn,
  ...catalogueFieldsIn,
};
const name = Text(200, 'As tills and receipts are to show it.');

export const CreateProductBody = Type.Object(
  {
    name,
    ...fieldsIn,
    variants: Type.Optional(
      Type.Array(VariantBody, {
        minItems: 1,
        maxItems: VARIANTS_MAX,
        description: 'For variable products: all are made, or nothing is.',
      }),
    ),
  },
  {
    title: 'CreateProductBody',
    description:
      'A product that is not variable has its codes and price itself; of a variable one, each variant has its own.',
  },
);
export type CreateProductBody = Static<typeof CreateProductBody>;

export const UpdateProductBody = Type.Object(
  { name: Type.Optional(name), ...fieldsIn },
  {
    title: 'UpdateProductBody',
    minProperties: 1,
    description: 'The fields to change; null removes one. Variants are changed at their own paths.',
  },
);
export type UpdateProductBody = Static<typeof UpdateProductBody>;
