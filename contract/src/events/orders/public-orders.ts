import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Payment } from '../../payments/schemas.ts';
import { Nullable, Text } from '../../schema.ts';
import {
  exampleHeldOrder,
  exampleOrderEventId,
  exampleOrderId,
  exampleOrderPayment,
  examplePaidOrder,
} from './order-examples.ts';
import {
  ClientSecret,
  CreateTicketOrderBody,
  PayTicketOrderBody,
  UpdateTicketOrderBody,
} from './order-input.ts';
import { TicketOrder } from './order-schema.ts';
import {
  createdBody,
  OrderEventParams,
  OrderParams,
  orderReadOnly,
  orderTag,
  PAY_ERRORS,
  SALE_ERRORS,
} from './orders.ts';

/** With the order's client_secret, as pages send it. */
const secret = exampleHeldOrder.client_secret;

export const createPublicTicketOrder = operation({
  id: 'createPublicTicketOrder',
  method: 'POST',
  path: '/public/events/:id/orders',
  tag: orderTag,
  summary: 'Hold tickets from a page',
  description:
    'As createTicketOrder, for pages with a public key: without cash, and with its client_secret for what follows. 30 orders a minute from one address.',
  scope: 'tickets:sell',
  publicKey: true,
  status: 201,
  params: OrderEventParams,
  body: CreateTicketOrderBody,
  answer: TicketOrder,
  errors: ['EVENT_NOT_FOUND', ...SALE_ERRORS, 'PROMO_INVALID', ...PAY_ERRORS],
  example: {
    params: { id: exampleOrderEventId },
    body: createdBody,
    answer: { ...exampleHeldOrder, channel: 'web' },
  },
});

export const getPublicTicketOrder = operation({
  id: 'getPublicTicketOrder',
  method: 'GET',
  path: '/public/ticket-orders/:id',
  tag: orderTag,
  summary: 'Read an order from a page',
  description: "With its payment and its tickets. Wants the order's client_secret.",
  scope: 'tickets:read',
  publicKey: true,
  status: 200,
  params: OrderParams,
  query: Type.Object({ client_secret: ClientSecret }),
  answer: TicketOrder,
  errors: ['ORDER_NOT_FOUND'],
  example: {
    params: { id: exampleOrderId },
    query: { client_secret: secret },
    answer: { ...examplePaidOrder, channel: 'web' },
  },
});

export const updatePublicTicketOrder = operation({
  id: 'updatePublicTicketOrder',
  method: 'PATCH',
  path: '/public/ticket-orders/:id',
  tag: orderTag,
  summary: 'Change a held order from a page',
  description: "As updateTicketOrder. Wants the order's client_secret.",
  scope: 'tickets:sell',
  publicKey: true,
  status: 200,
  params: OrderParams,
  body: Type.Object({
    ...UpdateTicketOrderBody.properties,
    client_secret: Type.Optional(
      Nullable(
        Text(200),
        'For public keys: what the answer that made the order had; null, as it is read, where the header X-Client-Secret has it.',
      ),
    ),
  }),
  readOnly: orderReadOnly,
  answer: TicketOrder,
  errors: [
    'ORDER_NOT_FOUND',
    ...SALE_ERRORS,
    'PROMO_INVALID',
    'STATE_CONFLICT',
    'HOLD_EXPIRED',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleOrderId },
    body: { client_secret: secret, buyer: { name: 'Fatmata Koroma' } },
    answer: { ...exampleHeldOrder, channel: 'web', client_secret: null, version: 2 },
  },
});

export const payPublicTicketOrder = operation({
  id: 'payPublicTicketOrder',
  method: 'POST',
  path: '/public/ticket-orders/:id/pay',
  tag: orderTag,
  summary: 'Pay for an order from a page',
  description: "As payTicketOrder, without cash. Wants the order's client_secret.",
  scope: 'tickets:sell',
  publicKey: true,
  status: 200,
  params: OrderParams,
  body: Type.Object({ ...PayTicketOrderBody.properties, client_secret: ClientSecret }),
  bodyOptional: true,
  answer: Type.Union([Payment, TicketOrder], {
    description: 'The payment; where nothing is to be paid, the order.',
  }),
  errors: [
    'INVALID_PHONE',
    'ORDER_NOT_FOUND',
    'ORDER_NOT_PAYABLE',
    'HOLD_EXPIRED',
    'SALES_BUSY',
    ...PAY_ERRORS,
  ],
  example: {
    params: { id: exampleOrderId },
    body: { client_secret: secret, method: 'mobile_money', phone: '+23200000001' },
    answer: exampleOrderPayment,
  },
});

export const cancelPublicTicketOrder = operation({
  id: 'cancelPublicTicketOrder',
  method: 'POST',
  path: '/public/ticket-orders/:id/cancel',
  tag: orderTag,
  summary: 'Give held tickets back from a page',
  description: "As cancelTicketOrder. Wants the order's client_secret.",
  scope: 'tickets:sell',
  publicKey: true,
  status: 200,
  params: OrderParams,
  body: Type.Object({
    reason: Type.Optional(Text(200, 'Stands with the order, up to 200 characters.')),
    client_secret: ClientSecret,
  }),
  bodyOptional: true,
  answer: TicketOrder,
  errors: ['ORDER_NOT_FOUND', 'STATE_CONFLICT', 'SALES_BUSY'],
  example: {
    params: { id: exampleOrderId },
    body: { client_secret: secret },
    answer: {
      ...exampleHeldOrder,
      channel: 'web',
      client_secret: null,
      status: 'cancelled',
      expires_at: null,
      version: 2,
      ended_at: '2026-11-21T09:16:00.000Z',
    },
  },
});
