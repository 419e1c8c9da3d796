import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { CursorQuery, PageQuery, Text, TimeIn } from '../../schema.ts';
import { SortQuery } from '../../sort.ts';
import { exampleParkedSale, exampleSale, exampleSaleId, exampleVoidedSale } from './sale-examples.ts';
import {
  CancelSaleBody,
  CompleteSaleBody,
  CreateSaleBody,
  ParkSaleBody,
  PaySaleBody,
  QuoteSaleBody,
  UpdateSaleBody,
  VoidSaleBody,
} from './sale-input.ts';
import { Sale, SaleTotals } from './sale-schema.ts';

export const SaleParams = Type.Object({ id: Text(64, 'Id of the sale, sale_….') });

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
/** Why money cannot be put on a sale. */
const MONEY_ERRORS = [
  'CASH_SESSION_NOT_FOUND',
  'CASH_SESSION_CLOSED',
  'CASH_SESSION_REQUIRED',
  'INSUFFICIENT_STOCK',
  'UNDERPAID',
  'NOTHING_DUE',
  'INVALID_PHONE',
] as const;
/** What only payments, moves and we write. */
const readOnly = [
  'id',
  'number',
  'receipt_number',
  'handed_in_by',
  'amount_paid',
  'change_due',
  'amount_refunded',
  'receipt_url',
  'flags',
  'offline',
  'void_reason',
  'livemode',
  'version',
  'expires_at',
  'created_at',
  'updated_at',
  'completed_at',
  'ended_at',
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
  readOnly: [...readOnly],
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
  csv: true,
  status: 200,
  query: Type.Object({
    ...PageQuery,
    ...CursorQuery,
    status: Type.Optional(Text(160, 'One status, or several with commas between.')),
    location_id: Type.Optional(Text(64, 'Sold at this location.')),
    terminal_id: Type.Optional(Text(64, 'Sold at this till.')),
    staff_id: Type.Optional(Text(64, 'Sold by this person.')),
    customer_id: Type.Optional(Text(64, 'Sold to this customer.')),
    cash_session_id: Type.Optional(Text(64, 'Of this cash session.')),
    flagged: Type.Optional(
      Type.Boolean({ description: 'Those that a person should look at, or the others.' }),
    ),
    q: Type.Optional(Text(64, 'The number of the sale or of its receipt.')),
    created_from: Type.Optional(TimeIn('From this moment.')),
    created_to: Type.Optional(TimeIn('Before this moment.')),
    updated_since: Type.Optional(TimeIn('Changed at or after this moment.')),
    ...SortQuery,
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
    'What is left out stays. Given items take the place of all that were there, at the prices of this moment.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: UpdateSaleBody,
  readOnly: [...readOnly, 'status', 'location_id', 'currency', 'occurred_at'],
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

export const paySale = operation({
  id: 'paySale',
  method: 'POST',
  path: '/pos/sales/:id/payments',
  tag,
  summary: 'Pay for a sale, wholly or in part',
  description: 'Several payments may share a sale. What covers the rest of the total completes it.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: PaySaleBody,
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'AMOUNT_PRECISION',
    ...MONEY_ERRORS,
    'STATE_CONFLICT',
  ],
  example: {
    params: { id: exampleSaleId },
    body: { channel: 'cash', tendered: 500 },
    answer: { ...exampleSale, version: 2 },
  },
});

export const completeSale = operation({
  id: 'completeSale',
  method: 'POST',
  path: '/pos/sales/:id/complete',
  tag,
  summary: 'Complete a sale',
  description: 'With the payments that are still due, or where none is.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: CompleteSaleBody,
  bodyOptional: true,
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'AMOUNT_PRECISION',
    'TOTAL_MISMATCH',
    ...MONEY_ERRORS,
    'STATE_CONFLICT',
  ],
  example: {
    params: { id: exampleSaleId },
    body: { payments: [{ channel: 'cash', tendered: 500 }] },
    answer: { ...exampleSale, version: 2 },
  },
});

export const parkSale = operation({
  id: 'parkSale',
  method: 'POST',
  path: '/pos/sales/:id/park',
  tag,
  summary: 'Park an open sale',
  description: 'For later: a parked sale can be changed. Of one that is paid in part, the money stays on it.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: ParkSaleBody,
  bodyOptional: true,
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'INSUFFICIENT_STOCK',
    'STATE_CONFLICT',
  ],
  example: { params: { id: exampleSaleId }, body: {}, answer: { ...exampleParkedSale, version: 2 } },
});

export const cancelSale = operation({
  id: 'cancelSale',
  method: 'POST',
  path: '/pos/sales/:id/cancel',
  tag,
  summary: 'Give up a sale',
  description:
    'One that is parked or open. What was paid in part goes back: hand back the cash, external money by its own way.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: CancelSaleBody,
  bodyOptional: true,
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'CASH_SESSION_CLOSED',
    'STATE_CONFLICT',
  ],
  example: {
    params: { id: exampleSaleId },
    body: { reason: 'The customer left.' },
    answer: {
      ...exampleParkedSale,
      status: 'cancelled',
      amount_due: 0,
      version: 2,
      void_reason: 'The customer left.',
      ended_at: '2026-11-21T09:20:00.000Z',
    },
  },
});

export const voidSale = operation({
  id: 'voidSale',
  method: 'POST',
  path: '/pos/sales/:id/void',
  tag,
  summary: 'Take back a completed sale',
  description:
    'While the cash session that it belongs to is open, and where nothing of it was paid through a provider; else refund it. Its number stays, its stock comes back, and so does the cash.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: VoidSaleBody,
  bodyOptional: true,
  answer: Sale,
  errors: [
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'CASH_SESSION_CLOSED',
    'STATE_CONFLICT',
  ],
  example: { params: { id: exampleSaleId }, body: { reason: 'Rung up twice.' }, answer: exampleVoidedSale },
});
