import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Text, TimeIn } from '../../schema.ts';
import { idParams } from './catalogue-fields.ts';
import { exampleCategoryId, exampleProduct, exampleProductId, exampleTaxRateId } from './examples.ts';
import { CreateProductBody, UpdateProductBody } from './product-input.ts';
import { Product, productReadOnly } from './product-schema.ts';

export const ProductParams = idParams('Id of the product, prod_….');
const exampleParams = { id: exampleProductId };
const unsold = {
  ...exampleProduct,
  variants: exampleProduct.variants.map((variant) => ({ ...variant, stock: [] })),
};
const tag = 'Catalogue';
const readOnly = [...productReadOnly];
const references = [
  'CATEGORY_NOT_FOUND',
  'TAX_RATE_NOT_FOUND',
  'MODIFIER_GROUP_NOT_FOUND',
  'VARIANT_NOT_FOUND',
  'DUPLICATE_SKU',
  'DUPLICATE_BARCODE',
] as const;

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/pos/products',
  tag,
  summary: 'List products',
  description:
    'Newest first unless sorted otherwise. total is counted, at a cost that grows with the catalogue. As CSV, the file is what importProducts takes.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      q: Type.Optional(Text(100, 'Part of the name, a SKU or a barcode, whatever its case and accents.')),
      category_id: Type.Optional(
        Text(64, 'Products in this category, not in those below it; none: those in no category.'),
      ),
      is_active: Type.Optional(Type.Boolean({ description: 'Only what is offered, or only what is not.' })),
      barcode: Type.Optional(Text(64, 'The product with this barcode.')),
      sku: Type.Optional(Text(64, 'The product with this SKU.')),
      updated_since: Type.Optional(
        TimeIn('Products that changed then or later. Tills use GET /pos/sync, which misses nothing.'),
      ),
    },
    'Newest or oldest first, or by name without case and accents.',
  ),
  answer: Product,
  errors: [],
  example: { query: { q: 'ginger' }, answer: exampleProduct },
});

export const createProduct = operation({
  id: 'createProduct',
  method: 'POST',
  path: '/pos/products',
  tag,
  summary: 'Create a product',
  description:
    'With its variants, all or nothing. SKUs and barcodes are unique in the catalogue of the merchant and mode.',
  scope: 'pos:write',
  status: 201,
  body: CreateProductBody,
  readOnly,
  answer: Product,
  errors: ['AMOUNT_PRECISION', ...references],
  example: {
    body: {
      name: 'Ginger beer 33 cl',
      sku: 'GB-33',
      barcode: '5449000000996',
      price: 15,
      cost: 9.5,
      category_id: exampleCategoryId,
      tax_rate_id: exampleTaxRateId,
      tax_inclusive: true,
      low_stock_threshold: 12,
    },
    answer: unsold,
  },
});

export const getProduct = operation({
  id: 'getProduct',
  method: 'GET',
  path: '/pos/products/:id',
  tag,
  summary: 'Read a product',
  scope: 'pos:read',
  status: 200,
  params: ProductParams,
  answer: Product,
  errors: ['PRODUCT_NOT_FOUND'],
  example: { params: exampleParams, answer: exampleProduct },
});

export const lookUpProduct = operation({
  id: 'lookUpProduct',
  method: 'GET',
  path: '/pos/products/lookup',
  tag,
  summary: 'Look up a barcode',
  description: 'The product, and which of its variants was scanned.',
  scope: 'pos:read',
  status: 200,
  query: Type.Object({ barcode: Text(64, 'As scanned.') }),
  answer: Type.Object(
    { variant_id: Type.String({ description: 'The variant with the barcode.' }), product: Product },
    { title: 'FoundProduct', description: 'What a barcode stands on.' },
  ),
  errors: ['PRODUCT_NOT_FOUND'],
  example: {
    query: { barcode: '5449000000996' },
    answer: { variant_id: exampleProduct.variants[0]?.id, product: exampleProduct },
  },
});

export const updateProduct = operation({
  id: 'updateProduct',
  method: 'PATCH',
  path: '/pos/products/:id',
  tag,
  summary: 'Change a product',
  description:
    'The fields given change, null removes one. What was sold keeps its price. With If-Match, only if nobody else has changed the product meanwhile; stock that moves is no change.',
  scope: 'pos:write',
  status: 200,
  params: ProductParams,
  body: UpdateProductBody,
  readOnly: [...readOnly, 'variants'],
  answer: Product,
  errors: ['PRODUCT_NOT_FOUND', 'AMOUNT_PRECISION', ...references, 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: {
    params: exampleParams,
    body: { price: 16 },
    answer: { ...exampleProduct, price: 16, version: 2 },
  },
});

export const deleteProduct = operation({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/pos/products/:id',
  tag,
  summary: 'Delete a product',
  description:
    'It is sold no more, and its SKUs and barcodes are free again. Sales, stock and reports keep it. Not while a bundle has it as a component.',
  scope: 'pos:write',
  status: 200,
  params: ProductParams,
  answer: Deleted,
  errors: ['PRODUCT_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params: exampleParams, answer: { id: exampleProductId, deleted: true } },
});

const PICTURE_CHARACTERS_MAX = 8_000_000;
const SetProductImageBody = Type.Object({
  image: Type.String({
    minLength: 1,
    maxLength: PICTURE_CHARACTERS_MAX,
    description:
      'A JPEG, PNG or WebP picture of at most 5 MB in base64, with or without the head of a data URL.',
  }),
});
export type SetProductImageBody = Static<typeof SetProductImageBody>;

export const setProductImage = operation({
  id: 'setProductImage',
  method: 'POST',
  path: '/pos/products/:id/image',
  tag,
  summary: 'Give a product a picture',
  description:
    'The picture is made anew, upright, at most 1600 pixels a side and without what a camera wrote into it; image_url then shows it to whoever has the link. The picture before is gone.',
  scope: 'pos:write',
  largeBody: true,
  status: 200,
  params: ProductParams,
  body: SetProductImageBody,
  answer: Product,
  errors: ['PRODUCT_NOT_FOUND'],
  example: {
    params: exampleParams,
    body: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    answer: { ...exampleProduct, image_url: 'https://api.example.sl/f/x6cWkC0vTqS1m3y4Yw0ZpQ' },
  },
});
