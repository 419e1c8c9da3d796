import { Type } from 'typebox';
import {
  exampleOrderEventId,
  exampleOrderId,
  exampleOrderSummary,
  examplePaidOrder,
  exampleRefundedOrder,
} from '../events/orders/order-examples.ts';
import { TicketOrderSummary } from '../events/orders/order-schema.ts';
import { ticketFields } from '../events/ticket-schema.ts';
import { Nullable } from '../schema.ts';
import { EventIdOut, TicketTypeIdOut } from '../shared-fields.ts';
import type { EventDescription } from './event-description.ts';

const { id, ticket_type_id, ticket_type_name, price, holder, status } = ticketFields;
const ToldTicket = Type.Object(
  { id, ticket_type_id, ticket_type_name, price, holder, status },
  { title: 'TicketOfOrder', description: 'A ticket of the order; its codes are in GET /ticket-orders/:id.' },
);

const OrderMessage = Type.Object(
  {
    ...TicketOrderSummary.properties,
    tickets: Type.Array(ToldTicket, { description: 'The tickets that were issued.' }),
  },
  {
    title: 'TicketOrderMessage',
    description:
      'An order as it stands after what happened. `tickets`: those that were issued, or that went back.',
  },
);

const WaitlistOffered = Type.Object(
  {
    id: Type.String({ description: 'The entry of the waiting list.' }),
    event_id: EventIdOut,
    status: Type.String({ description: 'offered.' }),
    event_name: Type.String({ description: 'As buyers read it.' }),
    ticket_type_id: TicketTypeIdOut,
    ticket_type_name: Type.String({ description: 'As buyers read it.' }),
    quantity: Type.Integer({ description: 'How many tickets are offered.' }),
    name: Nullable(Type.String({ description: 'As given; null: not given, or forgotten.' })),
    phone: Nullable(Type.String({ description: 'E.164; null: not given, or forgotten.' })),
    email: Nullable(Type.String({ description: 'Where the offer is sent; null: nowhere by e-mail.' })),
    order_id: Type.String({ description: 'The order that holds the tickets for them.' }),
    expires_at: Type.String({ description: 'Until when; ISO 8601.' }),
    url: Type.String({ description: 'Where they pay for them; whoever has the link has the order.' }),
  },
  { title: 'WaitlistOfferedMessage', description: 'Tickets are held for somebody who waited.' },
);

const shown = examplePaidOrder.tickets[0];
const told = {
  id: shown.id,
  ticket_type_id: shown.ticket_type_id,
  ticket_type_name: shown.ticket_type_name,
  price: shown.price,
  holder: shown.holder,
  status: shown.status,
};
const summaryOf = ({
  client_secret: _secret,
  tickets_url: _tickets,
  payment: _payment,
  refunds: _refunds,
  ...order
}: typeof examplePaidOrder | typeof exampleRefundedOrder) => order;
const held = { ...exampleOrderSummary, tickets: [] };

/** What is told of orders and of who waits. */
export const ticketOrderEvents = {
  'ticket_order.held': {
    kind: 'ticket_order.held',
    default: false,
    summary: 'Tickets were held for an order.',
    data: OrderMessage,
    example: held,
  },
  'ticket_order.paid': {
    kind: 'ticket_order.paid',
    default: true,
    summary: 'An order was paid and its tickets issued.',
    data: OrderMessage,
    example: { ...summaryOf(examplePaidOrder), tickets: [told] },
  },
  'ticket_order.expired': {
    kind: 'ticket_order.expired',
    default: true,
    summary: 'Nobody paid for an order in time; its tickets are on sale again.',
    data: OrderMessage,
    example: {
      ...held,
      status: 'expired',
      expires_at: null,
      version: 2,
      ended_at: '2026-11-21T09:24:00.000Z',
    },
  },
  'ticket_order.cancelled': {
    kind: 'ticket_order.cancelled',
    default: true,
    summary: 'An order that was not paid was cancelled.',
    data: OrderMessage,
    example: {
      ...held,
      status: 'cancelled',
      expires_at: null,
      version: 2,
      ended_at: '2026-11-21T09:16:00.000Z',
    },
  },
  'ticket_order.refunded': {
    kind: 'ticket_order.refunded',
    default: true,
    summary: 'An order, or a part of it, was refunded.',
    data: OrderMessage,
    example: { ...summaryOf(exampleRefundedOrder), tickets: [{ ...told, status: 'void' }] },
  },
  'waitlist.offered': {
    kind: 'waitlist.offered',
    default: true,
    summary: 'Tickets came free and are held for somebody who waited.',
    data: WaitlistOffered,
    example: {
      id: 'wle_01m7yp7c1n5tzw8h3k6x9b2d4g',
      event_id: exampleOrderEventId,
      status: 'offered',
      event_name: 'Freetown Jazz',
      ticket_type_id: told.ticket_type_id,
      ticket_type_name: 'VIP',
      quantity: 1,
      name: 'Isatu Sesay',
      phone: '+23276555010',
      email: null,
      order_id: exampleOrderId,
      expires_at: '2026-11-21T10:00:00.000Z',
      url: `https://pay.example.sl/e/${exampleOrderEventId}?order=${exampleOrderId}&client_secret=tor_…`,
    },
  },
} as const satisfies Record<string, EventDescription>;
