import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountOut, Nullable, OneOf, TimeOut } from '../schema.ts';
import { CreatedAtOut, Currency, Livemode } from '../shared-fields.ts';
import { exampleJobNumber } from './examples.ts';
import { DeliveryWarning } from './warnings.ts';
import { statusesOf } from '../statuses.ts';

/** Rows of one import. */
export const IMPORT_ROWS_MAX = 5_000;
/** Errors that an import shows; its rows have all of them. */
export const IMPORT_ERRORS_MAX = 100;

export const importStatuses = /* @__PURE__ */ statusesOf('import');
export type ImportStatus = (typeof importStatuses)[number];
export const importRowStatuses = /* @__PURE__ */ statusesOf('import_row');
export type ImportRowStatus = (typeof importRowStatuses)[number];

const ImportParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the import, imp_….' }),
});

export const ImportError = Type.Object(
  {
    row: Type.Integer({ description: 'Counted from 1 below the header; empty rows of the file count too.' }),
    column: Nullable(Type.String({ description: 'Null where no one column is at fault.' })),
    code: Type.String({ description: 'As createDelivery would answer.' }),
    message: Type.String({ description: 'What is wrong and what would work.' }),
  },
  { title: 'ImportError', description: 'Why a row becomes no delivery.' },
);
export type ImportError = Static<typeof ImportError>;

export const ImportWarning = Type.Object(
  {
    row: Type.Integer({ description: 'Counted from 1 below the header; empty rows of the file count too.' }),
    ...DeliveryWarning.properties,
  },
  { title: 'ImportWarning', description: 'What should be looked at in a row that can become a delivery.' },
);
export type ImportWarning = Static<typeof ImportWarning>;

export const Import = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Null for a dry run, which leaves nothing behind.' })),
    dry_run: Type.Boolean({ description: 'Whether nothing was created.' }),
    status: OneOf(importStatuses, 'failed where no row became a delivery.'),
    rows: Type.Integer({ description: 'How many rows were read.' }),
    done: Type.Integer({ description: 'Rows that are settled: created and failed.' }),
    created: Type.Integer({ description: 'For a dry run: how many could be created.' }),
    failed: Type.Integer({ description: 'Rows of which nothing came.' }),
    total_fee: AmountOut('What the created deliveries cost together.'),
    currency: Currency,
    errors: Type.Array(ImportError, { description: `The first ${IMPORT_ERRORS_MAX}, by row.` }),
    warnings: Type.Array(ImportWarning, {
      description: `Of a dry run: the first ${IMPORT_ERRORS_MAX} of rows that the catch-all zone prices; else empty, and a column allow_catch_all with false refuses such rows.`,
    }),
    created_at: CreatedAtOut,
    finished_at: Nullable(TimeOut('When it came to its end; null: not yet.')),
    livemode: Livemode,
  },
  { title: 'Import', description: 'Deliveries made out of the rows of a CSV file.' },
);
export type Import = Static<typeof Import>;

export const ImportRow = Type.Object(
  {
    row: Type.Integer({ description: 'Counted from 1 below the header; empty rows of the file count too.' }),
    status: OneOf(importRowStatuses, 'What came of the row.'),
    order_number: Nullable(Type.String({ description: 'As the row says; null: it names none.' })),
    job_number: Nullable(
      Type.String({ description: 'The delivery that came of it, `SHP-XXXX-XXXX`; null: none did.' }),
    ),
    shipping_fee: Nullable(AmountOut('What its delivery costs; null: nothing came of it.')),
    code: Nullable(Type.String({ description: 'Of its first error; null: none.' })),
    message: Nullable(Type.String({ description: 'All its errors; null: none.' })),
  },
  { title: 'ImportRow', description: 'What became of a row.' },
);
export type ImportRow = Static<typeof ImportRow>;

const exampleImport = {
  id: 'imp_01m7yp6q3vd1ksm4sz8hb2a9gt',
  dry_run: false,
  status: 'done',
  rows: 2,
  done: 2,
  created: 1,
  failed: 1,
  total_fee: 57.5,
  currency: 'SLE',
  errors: [
    {
      row: 2,
      column: 'recipient_phone',
      code: 'INVALID_PHONE',
      message: 'recipient_phone must be a phone number of its country.',
    },
  ],
  warnings: [],
  created_at: '2026-11-21T09:14:00.000Z',
  finished_at: '2026-11-21T09:14:01.000Z',
  livemode: true,
} as const satisfies Import;
const exampleQueued = {
  ...exampleImport,
  status: 'queued',
  rows: 2,
  done: 0,
  created: 0,
  failed: 0,
  total_fee: 0,
  errors: [],
  finished_at: null,
} as const;
const exampleCsv =
  'order_number,delivery_address,delivery_city,recipient_phone\nORD-1042,27 Freetown Road,Lumley,078 234567\nORD-1043,3 Pademba Road,Freetown,12\n';

export const createImport = operation({
  id: 'createImport',
  method: 'POST',
  path: '/shipping/imports',
  tag: 'Shipping',
  summary: 'Create deliveries from CSV',
  description: [
    `At most ${IMPORT_ROWS_MAX} rows below a header that names fields of createDelivery in any order; "," or ";" or a tab between cells, quotes as in RFC 4180. Empty cells count as not sent; items, metadata and simulate hold JSON.`,
    'With dry_run=true (status 200) every row is checked and priced and nothing is created. Else the rows become deliveries one after another in the background, each exactly once; a row that cannot is told and keeps none of the others back.',
  ].join(' '),
  scope: 'shipping:write',
  status: 201,
  otherStatuses: [200],
  largeBody: true,
  csvBody: true,
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only check and price.' })),
  }),
  body: Type.Object(
    {
      csv: Type.String({ minLength: 1, description: 'The file.' }),
      dry_run: Type.Optional(Type.Boolean({ description: 'As in the query; either will do.' })),
    },
    { title: 'CreateImportBody', description: 'The file in JSON, or as text/csv by itself.' },
  ),
  answer: Import,
  errors: ['INVALID_CSV', 'TOO_MANY_ITEMS', 'TOO_MANY_JOBS'],
  example: { body: { csv: exampleCsv }, answer: exampleQueued },
});

export const listImports = operation({
  id: 'listImports',
  method: 'GET',
  path: '/shipping/imports',
  tag: 'Shipping',
  summary: 'List imports',
  description: 'Newest first, without their errors. Kept for 30 days after their end.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(importStatuses),
  }),
  answer: Import,
  errors: [],
  example: { query: { status: 'done' }, answer: { ...exampleImport, errors: [] } },
});

export const getImport = operation({
  id: 'getImport',
  method: 'GET',
  path: '/shipping/imports/:id',
  tag: 'Shipping',
  summary: 'Read an import',
  description: 'How far it is, and what is wrong with its rows.',
  scope: 'shipping:read',
  status: 200,
  params: ImportParams,
  answer: Import,
  errors: ['IMPORT_NOT_FOUND'],
  example: { params: { id: exampleImport.id }, answer: exampleImport },
});

export const cancelImport = operation({
  id: 'cancelImport',
  method: 'POST',
  path: '/shipping/imports/:id/cancel',
  tag: 'Shipping',
  summary: 'Stop an import',
  description: 'What was created stays. One that is cancelled already is answered again.',
  scope: 'shipping:write',
  status: 200,
  params: ImportParams,
  answer: Import,
  errors: ['IMPORT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleImport.id },
    answer: { ...exampleQueued, status: 'cancelled', finished_at: '2026-11-21T09:14:01.000Z' },
  },
});

export const listImportRows = operation({
  id: 'listImportRows',
  method: 'GET',
  path: '/shipping/imports/:id/rows',
  tag: 'Shipping',
  summary: 'List the rows of an import',
  description: 'In the order of the file, with the job number of each that became a delivery.',
  scope: 'shipping:read',
  list: true,
  status: 200,
  params: ImportParams,
  query: ListQuery(
    ['row', '-row'],
    {
      status: SeveralOf(importRowStatuses),
    },
    'In the order of the file, or from its end.',
  ),
  answer: ImportRow,
  errors: ['IMPORT_NOT_FOUND'],
  example: {
    params: { id: exampleImport.id },
    answer: {
      row: 1,
      status: 'created',
      order_number: 'ORD-1042',
      job_number: exampleJobNumber,
      shipping_fee: 57.5,
      code: null,
      message: null,
    },
  },
});
