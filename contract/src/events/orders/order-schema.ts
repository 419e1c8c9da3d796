import { Type, type Static } from 'typebox';
import { CurrencyOut, Payment } from '../../payments/schemas.ts';
import { AmountOut, Livemode, MetadataOut, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { CreatedAtOut, EventIdOut, TicketTypeIdOut, UpdatedAtOut } from '../../shared-fields.ts';
import { Ticket } from '../ticket-schema.ts';
import { ticketOrderChannels, ticketOrderStatuses } from '../words.ts';

export const TicketOrderItem = Type.Object(
  {
    ticket_type_id: TicketTypeIdOut,
    ticket_type_name: Type.String({ description: 'As the type was called when it was ordered.' }),
    quantity: Type.Integer({ description: 'How many of the type.' }),
    unit_price: AmountOut('Of one, when it was ordered.'),
    subtotal: AmountOut('Before the discount.'),
    discount: AmountOut('What the promo code takes off this line.'),
    total: AmountOut('What the line costs.'),
  },
  { title: 'TicketOrderItem', description: 'Tickets of one type in an order.' },
);
export type TicketOrderItem = Static<typeof TicketOrderItem>;

export const Buyer = Type.Object(
  {
    name: Nullable(Type.String({ description: 'As the buyer gave it; null: not given, or forgotten.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where tickets and receipt go; null: nowhere by e-mail.' })),
  },
  { title: 'Buyer', description: 'Who buys, as far as known.' },
);
export type Buyer = Static<typeof Buyer>;

export const Attendee = Type.Object(
  {
    ticket_type_id: TicketTypeIdOut,
    name: Nullable(Type.String({ description: 'As it stands on the ticket; null: nobody is named.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where the ticket goes; null: to the buyer.' })),
    answers: MetadataOut,
  },
  { title: 'Attendee', description: 'Who comes with one of the tickets.' },
);
export type Attendee = Static<typeof Attendee>;

export const TicketOrderRefund = Type.Object(
  {
    id: Type.String({ description: '`trf_…`' }),
    amount: AmountOut('What goes back.'),
    status: OneOf(
      ['pending', 'done', 'failed'] as const,
      'done: it is with the payment provider. failed: the provider sends nothing back; give the money back another way.',
    ),
    reason: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    ticket_ids: Type.Array(Type.String(), {
      description: 'The tickets whose money goes back, `tkt_…` each.',
    }),
    refund_id: Nullable(
      Type.String({
        description:
          'The refund of the payment; see GET /refunds/:id; null: no payment of a provider is refunded.',
      }),
    ),
    failure: Nullable(
      Type.String({ description: 'Why the money did not go back; null: it did, or is on its way.' }),
    ),
    created_at: CreatedAtOut,
  },
  { title: 'TicketOrderRefund', description: 'Money of an order on its way back.' },
);
export type TicketOrderRefund = Static<typeof TicketOrderRefund>;

const summary = {
  id: Type.String({ description: '`tor_…`' }),
  order_number: Type.String({ description: 'For people to name it by; unique for the merchant.' }),
  event_id: EventIdOut,
  status: OneOf(ticketOrderStatuses, 'How far it is: held, paid, and what became of it.'),
  channel: OneOf(ticketOrderChannels, 'Through what it was sold.'),
  expires_at: Nullable(TimeOut('Until when the tickets are held; null once they are not.')),
  items: Type.Array(TicketOrderItem, { description: 'What was ordered, one for each type.' }),
  subtotal: AmountOut('Of all items.'),
  discount: AmountOut('What the promo code takes off.'),
  fees: AmountOut('None: prices are what buyers pay.'),
  tax: AmountOut('None: prices are what buyers pay.'),
  total: AmountOut('What the buyer pays.'),
  amount_refunded: AmountOut('What went back, or is on its way back.'),
  currency: CurrencyOut,
  promo_code: Nullable(Type.String({ description: 'The code that made it cheaper; null: none.' })),
  buyer: Buyer,
  attendees: Type.Array(Attendee, { description: 'Who is to come, as far as the buyer said.' }),
  payment_id: Nullable(
    Type.String({ description: 'The payment that is under way, or that paid; null: there is none.' }),
  ),
  waitlist_entry_id: Nullable(Type.String({ description: 'Who waited for these tickets; null: nobody.' })),
  metadata: MetadataOut,
  livemode: Livemode,
  version: Type.Integer({ description: 'Rises with every change.' }),
  created_at: CreatedAtOut,
  updated_at: UpdatedAtOut,
  paid_at: Nullable(TimeOut('When it was paid in full; null: not yet.')),
  ended_at: Nullable(TimeOut('When it was cancelled, expired or wholly refunded; null: it was not.')),
};

export const TicketOrderSummary = Type.Object(summary, {
  title: 'TicketOrderSummary',
  description: 'An order of tickets, as lists show it.',
});
export type TicketOrderSummary = Static<typeof TicketOrderSummary>;

export const TicketOrderOfEvent = Type.Object(
  { ...summary, event_name: Type.String({ description: 'What the event is called now.' }) },
  { title: 'TicketOrderOfEvent', description: 'An order of tickets, as the list of all events shows it.' },
);
export type TicketOrderOfEvent = Static<typeof TicketOrderOfEvent>;

export const TicketOrder = Type.Object(
  {
    ...summary,
    client_secret: Nullable(
      Type.String({
        description:
          'Lets a page with a public key follow this one order. Only in the answer that made the order; null elsewhere.',
      }),
    ),
    tickets_url: Nullable(
      Type.String({
        description:
          'The page with its tickets, once it is paid: send it to the buyer. Whoever has it has the tickets.',
      }),
    ),
    payment: Nullable(Payment, 'The payment that is to pay it; null: none was begun.'),
    tickets: Type.Array(Ticket, { description: 'What was issued; empty until it is paid.' }),
    refunds: Type.Array(TicketOrderRefund, {
      description:
        'What was asked for, and what a cancelled event gave back. Money that came too late goes back by itself: see payment.',
    }),
  },
  { title: 'TicketOrder', description: 'An order of tickets: held, paid, and what became of it.' },
);
export type TicketOrder = Static<typeof TicketOrder>;
