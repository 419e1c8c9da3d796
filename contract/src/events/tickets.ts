import { Type } from 'typebox';
import { ListQuery, SeveralOf } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { EventParams } from './event-params.ts';
import { exampleEventId } from './examples.ts';
import { exampleTicket, exampleTicketId } from './ticket-examples.ts';
import { Ticket } from './ticket-schema.ts';
import { ticketStatuses } from './words.ts';

export const TicketParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the ticket, tkt_….' }),
});
const params = { id: exampleTicketId };
const reason = Type.Optional(Text(200, 'Why, for whoever looks later.'));

export const listTickets = operation({
  id: 'listTickets',
  method: 'GET',
  path: '/events/:id/tickets',
  tag: 'Tickets',
  summary: 'List the tickets of an event',
  description:
    'Newest first. The answer has phones, addresses and codes that admit: keep it as you keep money.',
  scope: 'tickets:read',
  list: true,
  csvPath: '/events/:id/tickets.csv',
  status: 200,
  params: EventParams,
  query: ListQuery(['-issued_at', 'issued_at'], {
    status: SeveralOf(ticketStatuses),
    ticket_type_id: Type.Optional(Text(64, 'Tickets of this type.')),
    q: Type.Optional(
      Text(100, "The code, the order number, the phone, or part of the holder's name or e-mail address."),
    ),
  }),
  answer: Ticket,
  errors: ['EVENT_NOT_FOUND'],
  example: { params: { id: exampleEventId }, query: { status: 'valid' }, answer: exampleTicket },
});

export const getTicket = operation({
  id: 'getTicket',
  method: 'GET',
  path: '/tickets/:id',
  tag: 'Tickets',
  summary: 'Read a ticket',
  scope: 'tickets:read',
  status: 200,
  params: TicketParams,
  answer: Ticket,
  errors: ['TICKET_NOT_FOUND'],
  example: { params, answer: exampleTicket },
});

export const resendTicket = operation({
  id: 'resendTicket',
  method: 'POST',
  path: '/tickets/:id/resend',
  tag: 'Tickets',
  summary: 'Send a ticket again',
  description:
    'To its holder, else to whoever bought it, by text message and e-mail as far as known. A ticket of a test key is written to the log of messages only.',
  scope: 'tickets:sell',
  status: 200,
  params: TicketParams,
  answer: Ticket,
  errors: ['TICKET_NOT_FOUND', 'TICKET_VOID', 'TICKET_BLOCKED', 'RECIPIENT_NOT_REACHABLE'],
  example: { params, answer: exampleTicket },
});

export const transferTicket = operation({
  id: 'transferTicket',
  method: 'POST',
  path: '/tickets/:id/transfer',
  tag: 'Tickets',
  summary: 'Give a ticket a new holder',
  description:
    'The ticket gets a new code and a new QR code, which the new holder is sent; those from before are revoked. What is left to sell does not change. Sends ticket.transferred.',
  scope: 'tickets:refund',
  status: 200,
  params: TicketParams,
  body: Type.Object(
    {
      name: Text(120, 'The new holder.'),
      phone: Type.Optional(Text(40, "E.164, or as dialled in the merchant's country.")),
      email: Type.Optional(Text(254, 'Where the ticket goes from now on.')),
    },
    {
      title: 'TransferTicketBody',
      description: 'Who comes instead; a phone or an e-mail address is needed to send the ticket to.',
    },
  ),
  answer: Ticket,
  errors: [
    'TICKET_NOT_FOUND',
    'TICKET_VOID',
    'TICKET_BLOCKED',
    'TICKET_ALREADY_USED',
    'STATE_CONFLICT',
    'INVALID_PHONE',
  ],
  example: {
    params,
    body: { name: 'Mariama Sesay', phone: '076 123456' },
    answer: {
      ...exampleTicket,
      holder: { name: 'Mariama Sesay', phone: '+23276123456', email: null },
      epoch: 1,
    },
  },
});

export const blockTicket = operation({
  id: 'blockTicket',
  method: 'POST',
  path: '/tickets/:id/block',
  tag: 'Tickets',
  summary: 'Block a ticket',
  description: 'Until it is unblocked it admits nobody. A ticket that is blocked stays so.',
  scope: 'tickets:refund',
  status: 200,
  params: TicketParams,
  body: Type.Object({ reason }, { title: 'BlockTicketBody', description: 'Why.' }),
  bodyOptional: true,
  answer: Ticket,
  errors: ['TICKET_NOT_FOUND', 'TICKET_VOID'],
  example: {
    params,
    body: { reason: 'The card was reported stolen.' },
    answer: { ...exampleTicket, status: 'blocked' },
  },
});

export const unblockTicket = operation({
  id: 'unblockTicket',
  method: 'POST',
  path: '/tickets/:id/unblock',
  tag: 'Tickets',
  summary: 'Unblock a ticket',
  description: 'It is again what it was before it was blocked. A ticket that is not blocked stays as it is.',
  scope: 'tickets:refund',
  status: 200,
  params: TicketParams,
  answer: Ticket,
  errors: ['TICKET_NOT_FOUND', 'TICKET_VOID'],
  example: { params, answer: exampleTicket },
});

export const voidTicket = operation({
  id: 'voidTicket',
  method: 'POST',
  path: '/tickets/:id/void',
  tag: 'Tickets',
  summary: 'Void a ticket',
  description:
    'For good, and without paying anything back: refundTicketOrder does that. With release its place is on sale again. A ticket that was used is voided only with force. Sends ticket.voided.',
  scope: 'tickets:refund',
  status: 200,
  params: TicketParams,
  body: Type.Object(
    {
      reason,
      release: Type.Optional(Type.Boolean({ default: false, description: 'Put its place on sale again.' })),
      force: Type.Optional(Type.Boolean({ default: false, description: 'Also where it was used.' })),
    },
    { title: 'VoidTicketBody', description: 'Why, and what becomes of the place.' },
  ),
  bodyOptional: true,
  answer: Ticket,
  errors: ['TICKET_NOT_FOUND', 'TICKET_ALREADY_USED'],
  example: {
    params,
    body: { reason: 'Sold twice at the box office.', release: true },
    answer: { ...exampleTicket, status: 'void' },
  },
});
