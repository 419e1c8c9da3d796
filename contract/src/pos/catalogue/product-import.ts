import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text } from '../../schema.ts';
import { LocationIdOut } from '../../shared-fields.ts';
import { exampleProductId } from './examples.ts';

/** Rows of one import. */
export const PRODUCT_IMPORT_ROWS_MAX = 10_000;

export const productImportActions = Object.freeze(['created', 'updated', 'unchanged', 'failed'] as const);

export const ImportedStock = Type.Object(
  {
    location_id: LocationIdOut,
    before: Type.Number({ description: 'How many there were.' }),
    after: Type.Number({ description: 'What the row says is there.' }),
    reason: OneOf(
      ['initial', 'count'] as const,
      'As the movement says it: initial for a new product, count for one that was there.',
    ),
  },
  {
    title: 'ImportedStock',
    description: 'The stock that a row corrects; none where it says what is there already.',
  },
);

export const ProductImportRow = Type.Object(
  {
    row: Type.Integer({
      description: 'Counted from 1, for CSV below the header, where empty rows count too.',
    }),
    action: OneOf(productImportActions, 'What became of it, or in a dry run would.'),
    product_id: Nullable(
      Type.String({ description: 'Null where there is none: failed, or not created in a dry run.' }),
    ),
    name: Nullable(Type.String({ description: 'Of the product in this row; null: the row has none.' })),
    stock: Nullable(ImportedStock, 'What became of its stock; null: the row says nothing of stock.'),
    errors: Type.Array(
      Type.Object({
        column: Nullable(Type.String({ description: 'The column at fault; null: the row as a whole.' })),
        code: Type.String({ description: 'As createProduct would answer.' }),
        message: Type.String({ description: 'What is wrong and what would work.' }),
      }),
      { description: 'What is wrong with the row; empty: nothing.' },
    ),
  },
  { title: 'ProductImportRow', description: 'What an import makes of one row.' },
);
export type ProductImportRow = Static<typeof ProductImportRow>;

export const ProductImport = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Whether nothing was written.' }),
    rows: Type.Integer({ description: 'How many rows were read.' }),
    created: Type.Integer({ description: 'Products that are new.' }),
    updated: Type.Integer({ description: 'Products that were changed.' }),
    unchanged: Type.Integer({ description: 'Products that were so already.' }),
    failed: Type.Integer({ description: 'Rows that were left out for their faults.' }),
    categories: Type.Array(
      Type.Object({
        id: Nullable(Type.String({ description: 'Null in a dry run.' })),
        name: Type.String({ description: 'As the rows call it.' }),
      }),
      { description: 'Categories that are made because none had the name.' },
    ),
    stock_moved: Type.Integer({ description: 'Rows that correct the stock.' }),
    results: Type.Array(ProductImportRow, { description: 'Every row, in order.' }),
  },
  { title: 'ProductImport', description: 'What an import did, or would do.' },
);
export type ProductImport = Static<typeof ProductImport>;

const exampleCsv =
  'sku,name,price,barcode,tax_rate,stock\nGB-33,Ginger beer 33 cl,15,5449000000996,15,\nWA-05,Water 50 cl,5,,,24\n';

export const importProducts = operation({
  id: 'importProducts',
  method: 'POST',
  path: '/pos/products/import',
  tag: 'Catalogue',
  summary: 'Create and change many products',
  description: [
    `At most ${PRODUCT_IMPORT_ROWS_MAX} rows, as CSV or as products. A row is the product with its id, else its sku, else its barcode, and changes the fields that it gives; if there is none, it is created. Sent again, it changes nothing.`,
    'category names a category; where none has the name, whatever its case, it is made. stock says how much is there, at location_id of the row, else of the request, else the default location: it becomes a movement, initial for a new product, count for one that was there.',
    'CSV: a header names fields of createProduct in any order, "," or ";" or a tab between cells, quotes as in RFC 4180. Empty cells count as not given. barcodes and modifier_group_ids are parted by "|"; options, components, variants and metadata hold JSON. Where ";" parts cells, 12,50 is read as 12.50. The CSV of listProducts can be sent back.',
    'All rows are written or none: where one is wrong, the answer is VALIDATION_ERROR with what is wrong of each. With partial=true those that are right are written. dry_run=true writes nothing and says what would become of every row.',
  ].join(' '),
  scope: 'pos:write',
  sessions: 'never',
  status: 200,
  largeBody: true,
  csvBody: true,
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Write nothing.' })),
    partial: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Write the rows that are right although others are wrong.',
      }),
    ),
    location_id: Type.Optional(
      Text(64, 'Where the stock is that rows tell of; default the default location.'),
    ),
  }),
  body: Type.Object(
    {
      csv: Type.Optional(Type.String({ minLength: 1, description: 'The file.' })),
      products: Type.Optional(
        Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
          minItems: 1,
          description: 'Instead of csv: fields of createProduct, and id, category, stock, location_id.',
        }),
      ),
    },
    {
      title: 'ImportProductsBody',
      description: 'The file in JSON, or as text/csv by itself; or the products.',
    },
  ),
  answer: ProductImport,
  errors: ['INVALID_CSV', 'TOO_MANY_ITEMS', 'LOCATION_NOT_FOUND'],
  example: {
    body: { csv: exampleCsv },
    answer: {
      dry_run: false,
      rows: 2,
      created: 1,
      updated: 1,
      unchanged: 0,
      failed: 0,
      categories: [],
      stock_moved: 1,
      results: [
        {
          row: 1,
          action: 'updated',
          product_id: exampleProductId,
          name: 'Ginger beer 33 cl',
          stock: null,
          errors: [],
        },
        {
          row: 2,
          action: 'created',
          product_id: 'prod_01m7yp4nvr0000000000000002',
          name: 'Water 50 cl',
          stock: { location_id: 'loc_01m7yp4nvr0000000000000001', before: 0, after: 24, reason: 'initial' },
          errors: [],
        },
      ],
    },
  },
});
