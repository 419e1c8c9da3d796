import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { FileBytes } from '../schema.ts';
import { exampleTicketId, exampleTicketOrderId } from './ticket-examples.ts';
import { TicketParams } from './tickets.ts';

const params = { id: exampleTicketId };

export const getTicketQr = operation({
  id: 'getTicketQr',
  method: 'GET',
  path: '/tickets/:id/qr.svg',
  tag: 'Tickets',
  summary: "Read a ticket's QR code as a picture",
  description: 'An SVG of 41 by 41 fields with the quiet zone around them, sharp at every size.',
  scope: 'tickets:read',
  status: 200,
  binary: { type: 'image/svg+xml' },
  params: TicketParams,
  answer: FileBytes,
  errors: ['TICKET_NOT_FOUND'],
  example: { params, answer: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 49 49">…</svg>' },
});

export const getTicketPdf = operation({
  id: 'getTicketPdf',
  method: 'GET',
  path: '/tickets/:id/pdf',
  tag: 'Tickets',
  summary: 'Read a ticket as a PDF',
  description: 'One page of A4, to print or to keep on a phone.',
  scope: 'tickets:read',
  status: 200,
  binary: { type: 'application/pdf' },
  params: TicketParams,
  answer: FileBytes,
  errors: ['TICKET_NOT_FOUND'],
  example: { params, answer: '%PDF-1.7 …' },
});

export const getTicketCalendar = operation({
  id: 'getTicketCalendar',
  method: 'GET',
  path: '/tickets/:id/ics',
  tag: 'Tickets',
  summary: "Read a ticket's event as a calendar entry",
  description: 'iCalendar (RFC 5545). An entry that is taken in again later replaces the one before.',
  scope: 'tickets:read',
  status: 200,
  binary: { type: 'text/calendar', attachment: true },
  params: TicketParams,
  answer: FileBytes,
  errors: ['TICKET_NOT_FOUND'],
  example: { params, answer: 'BEGIN:VCALENDAR …' },
});

export const getOrderTicketsPdf = operation({
  id: 'getOrderTicketsPdf',
  method: 'GET',
  path: '/ticket-orders/:id/tickets.pdf',
  tag: 'Tickets',
  summary: 'Read all tickets of an order as one PDF',
  description: 'A page for each that is not void, in the order in which they were bought.',
  scope: 'tickets:read',
  status: 200,
  binary: { type: 'application/pdf' },
  params: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the ticket order, tor_….' }),
  }),
  answer: FileBytes,
  errors: ['ORDER_NOT_FOUND', 'TICKET_NOT_FOUND'],
  example: { params: { id: exampleTicketOrderId }, answer: '%PDF-1.7 …' },
});
