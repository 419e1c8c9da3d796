import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { answeredOnly, operation } from '../../operation.ts';
import { OneOf, Text, TimeIn } from '../../schema.ts';
import { saleFlags, saleStatuses } from '../words.ts';
import { exampleParkedSale, exampleSale, exampleSaleId } from './sale-examples.ts';
import { CreateSaleBody, QuoteSaleBody, UpdateSaleBody } from './sale-input.ts';
import { MONEY_ERRORS, SaleParams } from './sale-moves.ts';
import { Sale, SaleTotals } from './sale-schema.ts';

const tag = 'Sales';
/** Why a cart cannot be priced. */
const CART_ERRORS = [
  'STAFF_NOT_FOUND',
  'STAFF_PERMISSION_REQUIRED',
  'LOCATION_NOT_FOUND',
  'PRODUCT_NOT_FOUND',
  'VARIANT_NOT_FOUND',
  'MODIFIER_NOT_FOUND',
  'AMOUNT_PRECISION',
  'CURRENCY_MISMATCH',
  'TOTAL_MISMATCH',
] as const;
const items = [{ variant_id: exampleSale.items[0].variant_id, quantity: 2 }];

export const createSale = operation({
  id: 'createSale',
  method: 'POST',
  path: '/pos/sales',
  tag,
  summary: 'Sell',
  description:
    'With payments that cover the total the sale is completed at once: stock, number, drawer and messages are one step, or nothing of it. With another channel than cash and external the payment is begun, and the sale waits for it with its stock kept. `status` parks it or leaves it open. The server computes every figure; with `expected_total` it refuses what the customer was shown another total for.',
  scope: 'sales:write',
  status: 201,
  body: CreateSaleBody,
  readOnly: answeredOnly(Sale, CreateSaleBody),
  answer: Sale,
  errors: [
    ...CART_ERRORS,
    'CUSTOMER_NOT_FOUND',
    'TERMINAL_NOT_FOUND',
    ...MONEY_ERRORS,
    'STATE_CONFLICT',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  example: {
    body: {
      client_id: exampleSale.client_id,
      items,
      payments: [{ channel: 'cash', tendered: 500 }],
      customer: { name: 'Fatmata Koroma' },
      expected_total: 300,
    },
    answer: exampleSale,
  },
});

export const quoteSale = operation({
  id: 'quoteSale',
  method: 'POST',
  path: '/pos/sales/quote',
  tag,
  summary: 'Compute totals',
  description: 'What a sale would cost; nothing is written and no stock is kept.',
  scope: 'sales:write',
  reads: true,
  status: 200,
  body: QuoteSaleBody,
  answer: SaleTotals,
  errors: CART_ERRORS,
  example: {
    body: { items },
    answer: {
      currency: 'SLE',
      items: exampleSale.items,
      subtotal: 300,
      discount_total: 0,
      tax_total: 39.13,
      taxes: exampleSale.taxes,
      service_charge: 0,
      tip: 0,
      total: 300,
    },
  },
});

export const listSales = operation({
  id: 'listSales',
  method: 'GET',
  path: '/pos/sales',
  tag,
  summary: 'List sales',
  description: 'Newest first unless sorted otherwise. `Accept: text/csv` gives the same list as CSV.',
  scope: 'pos:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(saleStatuses),
    location_id: Type.Optional(Text(64, 'Sold at this location.')),
    terminal_id: Type.Optional(Text(64, 'Sold at this till.')),
    staff_id: Type.Optional(Text(64, 'Sold by this person.')),
    customer_id: Type.Optional(Text(64, 'Sold to this customer.')),
    cash_session_id: Type.Optional(Text(64, 'Of this cash session.')),
    flagged: Type.Optional(
      Type.Boolean({ description: 'Those that a person should look at, or the others.' }),
    ),
    flag: Type.Optional(OneOf(saleFlags, 'Those with this flag.')),
    q: Type.Optional(Text(64, 'The number of the sale or of its receipt.')),
    created_from: Type.Optional(TimeIn('From this moment.')),
    created_to: Type.Optional(TimeIn('Before this moment.')),
    updated_since: Type.Optional(TimeIn('Changed at or after this moment.')),
  }),
  answer: Sale,
  errors: [],
  example: { query: { status: 'completed' }, answer: exampleSale },
});

export const getSale = operation({
  id: 'getSale',
  method: 'GET',
  path: '/pos/sales/:id',
  tag,
  summary: 'Read a sale',
  scope: 'pos:read',
  status: 200,
  params: SaleParams,
  answer: Sale,
  errors: ['SALE_NOT_FOUND'],
  example: { params: { id: exampleSaleId }, answer: exampleSale },
});

export const updateSale = operation({
  id: 'updateSale',
  method: 'PATCH',
  path: '/pos/sales/:id',
  tag,
  summary: 'Change a parked sale',
  description:
    'What is left out stays, and so does what is sent as it was read; a change of nothing makes no new version. Given items take the place of all that were there, at the prices of this moment.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: UpdateSaleBody,
  readOnly: answeredOnly(Sale, UpdateSaleBody),
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'PRODUCT_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'MODIFIER_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'TERMINAL_NOT_FOUND',
    'AMOUNT_PRECISION',
    'CURRENCY_MISMATCH',
    'INVALID_PHONE',
    'INSUFFICIENT_STOCK',
    'STATE_CONFLICT',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleSaleId },
    body: { notes: 'Table 4' },
    answer: { ...exampleParkedSale, notes: 'Table 4', version: 2 },
  },
});
