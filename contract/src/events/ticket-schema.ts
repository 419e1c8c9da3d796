import { Type, type Static } from 'typebox';
import { AmountOut, Livemode, Nullable, OneOf, TimeOut } from '../schema.ts';
import { EventIdOut, TicketTypeIdOut } from '../shared-fields.ts';
import { ticketStatuses } from './words.ts';

export const TicketHolder = Type.Object(
  {
    name: Nullable(Type.String({ description: 'As it stands on the ticket; null: nobody is named.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where the ticket was sent; null: nowhere by e-mail.' })),
  },
  { title: 'TicketHolder', description: 'Who comes with the ticket, as far as known.' },
);
export type TicketHolder = Static<typeof TicketHolder>;

/** The fields of a ticket, in the order in which they are shown and sent. */
export const ticketFields = {
  id: Type.String({ description: '`tkt_…`' }),
  code: Type.String({
    description: 'For people to type: ten characters of which the last checks the others, `7K4PD-9QWXP`.',
  }),
  qr: Type.String({ description: 'What the QR code says: `TK1:` and 150 characters.' }),
  event_id: EventIdOut,
  ticket_type_id: TicketTypeIdOut,
  ticket_type_name: Type.String({ description: 'As the type is called.' }),
  order_id: Type.String({ description: 'The order it came with, `tor_…`.' }),
  price: AmountOut('What was paid for it, in the currency of the event.'),
  holder: TicketHolder,
  status: OneOf(ticketStatuses, 'What it is good for: only what is valid lets in.'),
  seat: Nullable(Type.String({ description: 'Row and place; null: no place is its own.' })),
  issued_at: TimeOut('When the buyer got it.'),
  used_at: Nullable(TimeOut('When it was first admitted; null: never.')),
  valid_from: Nullable(TimeOut('Not good before; null: from the start.')),
  valid_until: Nullable(TimeOut('Not good after; null: to the end.')),
  epoch: Type.Integer({
    description: 'Rises when the ticket is handed on; codes of an earlier epoch are revoked.',
  }),
  livemode: Livemode,
};

export const Ticket = Type.Object(ticketFields, { title: 'Ticket', description: 'A ticket that was sold.' });
export type Ticket = Static<typeof Ticket>;
