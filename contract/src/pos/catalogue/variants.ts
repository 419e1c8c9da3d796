import { Type } from 'typebox';
import { answeredOnly, operation } from '../../operation.ts';
import { Text } from '../../schema.ts';
import { exampleProduct, exampleProductId } from './examples.ts';
import { VariantBody } from './product-input.ts';
import { Product } from './product-schema.ts';
import { ProductParams } from './products.ts';

const VariantParams = Type.Object({
  id: Text(64, 'Id of the product, prod_….'),
  variantId: Text(64, 'Id of the variant, var_….'),
});
/** What of a variant only we write, and what is its product's: that is changed through the product. */
const readOnly = [
  ...new Set(['id', 'own_price', 'own_cost', 'stock', ...answeredOnly(Product, VariantBody)]),
];
const tag = 'Catalogue';
const medium = {
  id: 'var_01m7yp4nvr0000000000000002',
  name: 'M',
  sku: 'TS-M',
  barcode: null,
  barcodes: [],
  price: 150,
  cost: null,
  own_price: null,
  own_cost: null,
  options: { Size: 'M' },
  is_active: true,
  position: 0,
  stock: [],
};
const shirt = {
  ...exampleProduct,
  name: 'T-shirt',
  sku: null,
  barcode: null,
  barcodes: [],
  price: 150,
  cost: null,
  type: 'variable' as const,
  low_stock_threshold: null,
  options: [{ name: 'Size', values: ['M', 'L'] }],
  variants: [medium],
};
const params = { id: exampleProductId, variantId: medium.id };

export const createVariant = operation({
  id: 'createVariant',
  method: 'POST',
  path: '/pos/products/:id/variants',
  tag,
  summary: 'Add a variant',
  description: 'To a variable product. The answer is the product with all its variants.',
  scope: 'pos:write',
  status: 201,
  params: ProductParams,
  body: VariantBody,
  readOnly,
  answer: Product,
  errors: ['PRODUCT_NOT_FOUND', 'AMOUNT_PRECISION', 'STATE_CONFLICT', 'DUPLICATE_SKU', 'DUPLICATE_BARCODE'],
  example: { params: { id: exampleProductId }, body: { sku: 'TS-M', options: { Size: 'M' } }, answer: shirt },
});

export const updateVariant = operation({
  id: 'updateVariant',
  method: 'PATCH',
  path: '/pos/products/:id/variants/:variantId',
  tag,
  summary: 'Change a variant',
  description:
    'The fields given change; price null: again what the product costs. The answer is the product with all its variants.',
  scope: 'pos:write',
  status: 200,
  params: VariantParams,
  body: VariantBody,
  readOnly,
  answer: Product,
  errors: [
    'PRODUCT_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'AMOUNT_PRECISION',
    'DUPLICATE_SKU',
    'DUPLICATE_BARCODE',
    'PRECONDITION_FAILED',
  ],
  example: {
    params,
    body: { price: 160 },
    answer: { ...shirt, version: 2, variants: [{ ...medium, price: 160, own_price: 160 }] },
  },
});

export const deleteVariant = operation({
  id: 'deleteVariant',
  method: 'DELETE',
  path: '/pos/products/:id/variants/:variantId',
  tag,
  summary: 'Delete a variant',
  description:
    'Its SKU and barcodes are free again. The last variant goes only with its product. The answer is the product with the variants that are left.',
  scope: 'pos:write',
  status: 200,
  params: VariantParams,
  answer: Product,
  errors: ['PRODUCT_NOT_FOUND', 'VARIANT_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params, answer: shirt },
});
