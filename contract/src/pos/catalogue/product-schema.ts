import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../../payments/schemas.ts';
import { AmountOut, Described, Nullable, OneOf } from '../../schema.ts';
import { LocationIdOut, VariantIdOut } from '../../shared-fields.ts';
import { productTypes } from '../words.ts';
import { ColorOut, catalogueFieldsOut, catalogueReadOnly } from './catalogue-fields.ts';

const text = Nullable(Type.String());
const barcodesOut = Type.Array(Type.String(), { description: 'All of them; barcode is the first.' });
const options = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Its value of each option: {"Size": "M"}.',
});
const quantityOut = (description: string) => Type.Number({ description });

export const VariantStock = Type.Object(
  {
    location_id: LocationIdOut,
    on_hand: quantityOut('What is there.'),
    reserved: quantityOut('What of it is kept for sales under way.'),
    available: quantityOut('on_hand less reserved; of a bundle with components, how many of it they make.'),
  },
  {
    title: 'VariantStock',
    description: 'How much of a variant is at one location. A bundle with components holds nothing itself.',
  },
);

export const BundleComponent = Type.Object(
  { variant_id: VariantIdOut, quantity: quantityOut('In one bundle.') },
  {
    title: 'BundleComponent',
    description: 'What is in a bundle: selling the bundle takes it off the stock.',
  },
);
export type BundleComponent = Static<typeof BundleComponent>;

/** The fields of a variant in the order in which they are sent, without its stock. */
export const variantFields = {
  id: Type.String({ description: '`var_…`' }),
  name: Nullable(Type.String({ description: 'Null where it stands for the product itself.' })),
  sku: Described(text, "The merchant's own number of it; null: none."),
  barcode: Described(text, 'What the scanner reads; null: none.'),
  barcodes: barcodesOut,
  price: AmountOut("Its own, else the product's."),
  cost: Nullable(AmountOut('What one costs the merchant.')),
  own_price: Nullable(AmountOut('Null: it costs what the product does.')),
  own_cost: Nullable(AmountOut('Null: as the product.')),
  options,
  is_active: Type.Boolean({ description: 'false: it is not sold any more.' }),
  position: Type.Integer({ description: 'Place among the variants; lower comes first.' }),
};
export const Variant = Type.Object(
  {
    ...variantFields,
    stock: Type.Array(VariantStock, { description: 'At each location that has had any.' }),
  },
  { title: 'Variant', description: 'What is bought, counted and scanned.' },
);
export type Variant = Static<typeof Variant>;

const beforeVariants = {
  id: Type.String({ description: '`prod_…`' }),
  name: Type.String({ description: 'As tills and receipts show it.' }),
  description: Described(text, 'What buyers read about it; null: nothing.'),
  category_id: Described(text, '`cat_…`; null: none.'),
  sku: Nullable(Type.String({ description: 'Null for variable products, whose variants have their own.' })),
  barcode: Described(text, 'What the scanner reads; null: none, or each variant has its own.'),
  barcodes: barcodesOut,
  price: AmountOut('For one unit; what variants cost that have no price of their own.'),
  cost: Nullable(AmountOut('What one costs the merchant.')),
  currency: CurrencyOut,
  tax_rate_id: Described(text, '`tax_…`; null: no rate of the list.'),
  tax_rate: Nullable(
    Type.Number({ description: 'Percent: that of the tax rate, else its own; null: no tax.' }),
  ),
  tax_inclusive: Nullable(
    Type.Boolean({
      description: 'Whether the price has the tax in it; null: as the settings of the till have it.',
    }),
  ),
  type: OneOf(
    productTypes,
    'variable: in several variants. service and bundle are sold as one thing; a bundle with components takes them off the stock, one without is counted itself.',
  ),
  unit: Nullable(Type.String({ description: 'Such as kg.' })),
  quantity_step: Type.Number({
    description: 'Of what a quantity is a multiple: 1, or 0.001 for what is weighed, or your own.',
  }),
  track_inventory: Type.Boolean({ description: 'Whether stock is counted; else it never runs out.' }),
  allow_negative_stock: Type.Boolean({ description: 'Whether it is sold although none is there.' }),
  low_stock_threshold: Nullable(Type.Number({ description: 'Below which the merchant is told.' })),
  options: Type.Array(
    Type.Object({
      name: Type.String({ description: 'What they differ in, `Size`.' }),
      values: Type.Array(Type.String(), { description: 'What can be chosen, in order.' }),
    }),
    { description: 'What its variants differ by; empty: it has one variant only.' },
  ),
  components: Type.Array(BundleComponent, {
    description: 'What is in a bundle; of anything else, and of a bundle that is counted itself, none.',
  }),
};
const afterVariants = {
  modifier_group_ids: Type.Array(Type.String(), {
    description: 'What can be added or left out, `mgr_…` each.',
  }),
  image_url: Described(text, 'Shown on tills; null: none.'),
  color: ColorOut,
  ...catalogueFieldsOut,
};

/** The fields of a product in the order in which they are sent. */
export const productFields = {
  ...beforeVariants,
  variants: Type.Array(Variant, { description: 'In their order; what is sold is always one of them.' }),
  ...afterVariants,
};
export const Product = Type.Object(productFields, {
  title: 'Product',
  description:
    'Something that is sold, with its variants. A product that is not variable has one variant, which stands for it.',
});
export type Product = Static<typeof Product>;

/** A product as tills keep it: without stock, which they ask for. */
export const SyncedProduct = Type.Object(
  {
    ...beforeVariants,
    variants: Type.Array(Type.Object(variantFields), {
      description: 'In their order; what is sold is always one of them.',
    }),
    ...afterVariants,
  },
  { title: 'SyncedProduct', description: 'A product without its stock.' },
);
export type SyncedProduct = Static<typeof SyncedProduct>;

/** Fields of a product that can be read but not set. */
export const productReadOnly = Object.freeze([...catalogueReadOnly, 'currency'] as const);
