import { Type } from 'typebox';
import { exampleTicket } from '../events/ticket-examples.ts';
import { ticketFields } from '../events/ticket-schema.ts';
import type { EventDescription } from './event-description.ts';

const TicketMessage = Type.Object(ticketFields, {
  title: 'TicketMessage',
  description: 'A ticket as it stands after what happened.',
});

/** What is told of single tickets. */
export const ticketEvents = {
  'ticket.issued': {
    kind: 'ticket.issued',
    default: false,
    summary: 'A ticket was issued. ticket_order.paid has all of an order at once.',
    data: TicketMessage,
    example: exampleTicket,
  },
  'ticket.transferred': {
    kind: 'ticket.transferred',
    default: true,
    summary: 'A ticket has a new holder; its codes from before are revoked.',
    data: TicketMessage,
    example: {
      ...exampleTicket,
      holder: { name: 'Mariama Sesay', phone: '+23276123456', email: null },
      epoch: 1,
    },
  },
  'ticket.voided': {
    kind: 'ticket.voided',
    default: true,
    summary: 'A ticket counts no more.',
    data: TicketMessage,
    example: { ...exampleTicket, status: 'void' },
  },
  'ticket.resent': {
    kind: 'ticket.resent',
    default: false,
    summary: 'A ticket was sent to its holder once more.',
    data: TicketMessage,
    example: exampleTicket,
  },
} as const satisfies Record<string, EventDescription>;
