import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Text } from '../../schema.ts';
import { exampleParkedSale, exampleSale, exampleSaleId, exampleVoidedSale } from './sale-examples.ts';
import {
  CancelSaleBody,
  CompleteSaleBody,
  ParkSaleBody,
  PaySaleBody,
  VoidSaleBody,
} from './sale-moves-input.ts';
import { Sale } from './sale-schema.ts';

export const SaleParams = Type.Object({ id: Text(64, 'Id of the sale, sale_….') });

const tag = 'Sales';
/** Why money cannot be put on a sale. */
export const MONEY_ERRORS = [
  'CASH_SESSION_NOT_FOUND',
  'CASH_SESSION_CLOSED',
  'CASH_SESSION_REQUIRED',
  'INSUFFICIENT_STOCK',
  'UNDERPAID',
  'NOTHING_DUE',
  'INVALID_PHONE',
] as const;

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
    'One that is parked or open. What was paid in part goes back: hand back the cash, out of the drawer that is open by now, external money by its own way.',
  scope: 'sales:write',
  status: 200,
  params: SaleParams,
  body: CancelSaleBody,
  bodyOptional: true,
  answer: Sale,
  errors: [
    'MEMBER_LIMIT_EXCEEDED',
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'CASH_SESSION_NOT_FOUND',
    'CASH_SESSION_CLOSED',
    'CASH_SESSION_REQUIRED',
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
    'MEMBER_LIMIT_EXCEEDED',
    'SALE_NOT_FOUND',
    'STAFF_NOT_FOUND',
    'STAFF_PERMISSION_REQUIRED',
    'CASH_SESSION_CLOSED',
    'STATE_CONFLICT',
  ],
  example: { params: { id: exampleSaleId }, body: { reason: 'Rung up twice.' }, answer: exampleVoidedSale },
});
