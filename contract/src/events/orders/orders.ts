import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { answeredOnly, operation } from '../../operation.ts';
import { Payment } from '../../payments/schemas.ts';
import { OneOf, Text, TimeIn } from '../../schema.ts';
import { ticketOrderChannels, ticketOrderStatuses } from '../words.ts';
import {
  exampleHeldOrder,
  exampleOrderEventId,
  exampleOrderId,
  exampleOrderPayment,
  exampleOrderSummary,
  examplePaidOrder,
  exampleRefundedOrder,
} from './order-examples.ts';
import {
  CreateTicketOrderBody,
  PayTicketOrderBody,
  RefundTicketOrderBody,
  UpdateTicketOrderBody,
} from './order-input.ts';
import { TicketOrder, TicketOrderOfEvent, TicketOrderSummary } from './order-schema.ts';

export const OrderEventParams = Type.Object({ id: Text(64, 'Id of the event, evt_….') });
export const OrderParams = Type.Object({ id: Text(64, 'Id of the order, tor_….') });

/** Why tickets of an event cannot be had. */
export const SALE_ERRORS = [
  'INVALID_PHONE',
  'AMOUNT_PRECISION',
  'TICKET_TYPE_NOT_FOUND',
  'EVENT_NOT_PUBLISHED',
  'SALES_NOT_OPEN',
  'SALES_CLOSED',
  'SOLD_OUT',
  'INSUFFICIENT_QUANTITY',
  'PRICE_CHANGED',
  'LIMIT_PER_ORDER',
  'SALES_BUSY',
] as const;
/** Why a payment for them cannot begin. */
export const PAY_ERRORS = ['CHANNEL_NOT_AVAILABLE', 'PROVIDER_UNAVAILABLE'] as const;

export const orderTag = 'Ticket orders';
export const createdBody = {
  items: [{ ticket_type_id: exampleHeldOrder.items[0].ticket_type_id, quantity: 1 }],
  buyer: { name: 'Fatmata Koroma', phone: '078 234567' },
};

export const createTicketOrder = operation({
  id: 'createTicketOrder',
  method: 'POST',
  path: '/events/:id/orders',
  tag: orderTag,
  summary: 'Hold or sell tickets',
  description:
    "Holds the tickets for the event's hold_minutes; nobody else can have them meanwhile. With `payment` and cash they are sold and issued at once, in one step. With another method the payment is begun, as by payTicketOrder. All of an order is held, or nothing of it.",
  scope: 'tickets:sell',
  status: 201,
  params: OrderEventParams,
  body: CreateTicketOrderBody,
  answer: TicketOrder,
  errors: ['EVENT_NOT_FOUND', ...SALE_ERRORS, 'PROMO_INVALID', ...PAY_ERRORS],
  example: { params: { id: exampleOrderEventId }, body: createdBody, answer: exampleHeldOrder },
});

const orderFilters = {
  status: SeveralOf(ticketOrderStatuses),
  channel: Type.Optional(OneOf(ticketOrderChannels, 'Where it was made.')),
  ticket_type_id: Type.Optional(Text(64, 'Those with tickets of this type.')),
  order_number: Type.Optional(Text(64, 'This order.')),
  payment_id: Type.Optional(Text(64, 'Paid by this payment.')),
  promo_code: Type.Optional(Text(40, 'Made with this promo code.')),
  buyer_phone: Type.Optional(Text(32, "E.164, or as dialled in the merchant's country.")),
  buyer_email: Type.Optional(Text(254, 'The whole address.')),
  created_from: Type.Optional(TimeIn('At or after.')),
  created_to: Type.Optional(TimeIn('Before.')),
  q: Type.Optional(Text(100, "Part of the order number or of the buyer's name, phone or e-mail address.")),
};

export const listTicketOrders = operation({
  id: 'listTicketOrders',
  method: 'GET',
  path: '/events/:id/orders',
  tag: orderTag,
  summary: "List an event's orders",
  description: 'Newest first, without their tickets. `Accept: text/csv` gives the same list as CSV.',
  scope: 'tickets:read',
  list: true,
  csvPath: '/events/:id/orders.csv',
  status: 200,
  params: OrderEventParams,
  query: ListQuery(sorts, orderFilters),
  answer: TicketOrderSummary,
  errors: ['EVENT_NOT_FOUND', 'INVALID_PHONE'],
  example: {
    params: { id: exampleOrderEventId },
    query: { status: 'held,awaiting_payment' },
    answer: exampleOrderSummary,
  },
});

export const listAllTicketOrders = operation({
  id: 'listAllTicketOrders',
  method: 'GET',
  path: '/ticket-orders',
  tag: orderTag,
  summary: 'List the orders of all events',
  description:
    'Newest first, without their tickets, each with the name of its event. `Accept: text/csv` gives the same list as CSV.',
  scope: 'tickets:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    event_id: Type.Optional(Text(64, 'Those of this event.')),
    ...orderFilters,
  }),
  answer: TicketOrderOfEvent,
  errors: ['INVALID_PHONE'],
  example: {
    query: { status: 'paid', q: 'Fatu' },
    answer: { ...exampleOrderSummary, event_name: 'Freetown Jazz' },
  },
});

export const getTicketOrder = operation({
  id: 'getTicketOrder',
  method: 'GET',
  path: '/ticket-orders/:id',
  tag: orderTag,
  summary: 'Read an order',
  description: 'With its payment, its tickets and its refunds.',
  scope: 'tickets:read',
  status: 200,
  params: OrderParams,
  answer: TicketOrder,
  errors: ['ORDER_NOT_FOUND'],
  example: { params: { id: exampleOrderId }, answer: examplePaidOrder },
});

/** Its secret may be sent along by a page. */
export const orderReadOnly = answeredOnly(TicketOrder, UpdateTicketOrderBody).filter(
  (name) => name !== 'client_secret',
);

export const updateTicketOrder = operation({
  id: 'updateTicketOrder',
  method: 'PATCH',
  path: '/ticket-orders/:id',
  tag: orderTag,
  summary: 'Change a held order',
  description:
    "Items replace those of the order, at today's prices; more tickets want more places. The time to pay stays what it was. With If-Match it takes effect only on the version that was read.",
  scope: 'tickets:sell',
  status: 200,
  params: OrderParams,
  body: UpdateTicketOrderBody,
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
    body: { buyer: { name: 'Fatmata Koroma', phone: '078 234567' } },
    answer: { ...exampleHeldOrder, client_secret: null, version: 2 },
  },
});

export const payTicketOrder = operation({
  id: 'payTicketOrder',
  method: 'POST',
  path: '/ticket-orders/:id/pay',
  tag: orderTag,
  summary: 'Pay for an order',
  description:
    'Begins the payment and answers with it; while one is under way by this method, that one is answered. Asked for another method, or another phone, it cancels that one first and begins a new one; where its provider does not let go of it, it is answered as it stands. Once, it lengthens the time to pay to what the payment may take, at most 30 minutes after the order was made. Where nothing is to be paid the tickets are issued, and the answer is the order.',
  scope: 'tickets:sell',
  status: 200,
  params: OrderParams,
  body: PayTicketOrderBody,
  bodyOptional: true,
  answer: Type.Union([Payment, TicketOrder], {
    description: 'The payment; where nothing is to be paid, or with cash, the order.',
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
    body: { method: 'mobile_money', phone: '+23200000001' },
    answer: exampleOrderPayment,
  },
});

export const cancelTicketOrder = operation({
  id: 'cancelTicketOrder',
  method: 'POST',
  path: '/ticket-orders/:id/cancel',
  tag: orderTag,
  summary: 'Cancel an order that is not paid',
  description:
    'Its tickets are on sale again at once. An order that is cancelled already is answered as it is; one that is paid is refunded instead.',
  scope: 'tickets:sell',
  status: 200,
  params: OrderParams,
  body: Type.Object({ reason: Type.Optional(Text(200, 'Stands with the order, up to 200 characters.')) }),
  bodyOptional: true,
  answer: TicketOrder,
  errors: ['ORDER_NOT_FOUND', 'STATE_CONFLICT', 'SALES_BUSY'],
  example: {
    params: { id: exampleOrderId },
    body: {},
    answer: {
      ...exampleHeldOrder,
      client_secret: null,
      status: 'cancelled',
      expires_at: null,
      version: 2,
      ended_at: '2026-11-21T09:16:00.000Z',
    },
  },
});

export const refundTicketOrder = operation({
  id: 'refundTicketOrder',
  method: 'POST',
  path: '/ticket-orders/:id/refund',
  tag: orderTag,
  summary: 'Refund an order, or some of its tickets',
  description:
    'Tickets that are refunded are void from that moment and their places are on sale again, or go to whoever waits for them. The money goes back the way it came, soon after; `refunds` says how far that is.',
  scope: 'tickets:refund',
  status: 200,
  params: OrderParams,
  body: RefundTicketOrderBody,
  bodyOptional: true,
  answer: TicketOrder,
  errors: [
    'MEMBER_LIMIT_EXCEEDED',
    'ORDER_NOT_FOUND',
    'TICKET_NOT_FOUND',
    'AMOUNT_PRECISION',
    'STATE_CONFLICT',
    'TICKET_VOID',
    'TICKET_ALREADY_USED',
    'REFUND_EXCEEDS_PAYMENT',
    'SALES_BUSY',
  ],
  example: {
    params: { id: exampleOrderId },
    body: { reason: 'She cannot come.' },
    answer: exampleRefundedOrder,
  },
});
