import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeOut } from '../../schema.ts';
import { TicketIdOut } from '../../shared-fields.ts';
import { ticketStatuses } from '../words.ts';
import { exampleEventId, exampleScannedTicket } from './examples.ts';
import { EventParams } from './scan-schemas.ts';
import { ticketSearchLengthMin, ticketSearchRowsMax } from './words.ts';

const FoundTicket = Type.Object(
  {
    id: TicketIdOut,
    code: Type.String({ description: 'As people read it out.' }),
    status: OneOf(
      ticketStatuses,
      'Whether it lets in: only what is valid, or used where re-entry is allowed.',
    ),
    ticket_type_name: Type.String({ description: 'As it stands on the ticket.' }),
    holder_name: Nullable(Type.String({ description: 'Who comes with it; null: not known.' })),
    holder_phone: Nullable(Type.String({ description: 'Masked: +232 76 *** 456; null: none is known.' })),
    order_number: Nullable(Type.String({ description: 'The order it came with; null: none.' })),
    seat: Nullable(Type.String({ description: 'Row and place; null: no place is its own.' })),
    admits: Type.Integer({ description: 'People that the ticket lets in.' }),
    first_scanned_at: Nullable(TimeOut('UTC; null: never.')),
  },
  { title: 'FoundTicket', description: 'A ticket as the door finds it for somebody without a code.' },
);
export type FoundTicket = Static<typeof FoundTicket>;

const FoundTickets = Type.Object(
  {
    tickets: Type.Array(FoundTicket, {
      description: 'What fits, at most as many as are shown at once.',
      maxItems: ticketSearchRowsMax,
    }),
    more: Type.Boolean({ description: 'Whether others match as well; say more.' }),
  },
  { title: 'FoundTickets', description: 'Tickets that match.' },
);
export type FoundTickets = Static<typeof FoundTickets>;

const query = Type.Object({
  q: Type.String({
    minLength: ticketSearchLengthMin,
    maxLength: 100,
    description:
      'Part of a name, the start of a code, the end of a phone number, a whole order number or e-mail address; at least 3 characters.',
  }),
});

const example = {
  params: { id: exampleEventId },
  query: { q: 'sesay' },
  answer: {
    tickets: [
      {
        id: exampleScannedTicket.id,
        code: exampleScannedTicket.code,
        status: 'valid',
        ticket_type_name: 'VIP',
        holder_name: 'Aminata Sesay',
        holder_phone: '+232 76 *** 456',
        order_number: exampleScannedTicket.order_number,
        seat: null,
        admits: 1,
        first_scanned_at: null,
      },
    ],
    more: false,
  },
} as const;

export const searchTickets = operation({
  id: 'searchTickets',
  method: 'GET',
  path: '/events/:id/tickets/search',
  tag: 'Scanning',
  summary: 'Find the ticket of somebody without a code',
  description: 'At most 20, and never a whole phone number.',
  scope: 'tickets:read',
  status: 200,
  params: EventParams,
  query,
  answer: FoundTickets,
  errors: ['EVENT_NOT_FOUND'],
  example,
});

export const searchTicketsAtDoor = operation({
  id: 'searchTicketsAtDoor',
  method: 'GET',
  path: '/public/events/:id/tickets/search',
  tag: 'Scanning',
  summary: 'Find a ticket from a paired device',
  description: 'With the header X-Scanner-Token.',
  scope: 'tickets:read',
  publicKey: true,
  status: 200,
  params: EventParams,
  query,
  answer: FoundTickets,
  errors: ['SCANNER_NOT_PAIRED', 'EVENT_NOT_FOUND'],
  example,
});
