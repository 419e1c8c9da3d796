import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { CurrencyOut } from '../payments/schemas.ts';
import { AmountOut, Described, Livemode, Nullable, OneOf, TimeOut } from '../schema.ts';
import { EventIdOut } from '../shared-fields.ts';
import { EventParams } from './event-params.ts';
import { exampleEvent, exampleEventId, exampleTicketTypeId } from './examples.ts';
import { eventStatuses, obtainableTickets, ticketTypeKinds } from './words.ts';

const text = Nullable(Type.String());

/** How scarce tickets are: beyond this many, readers are not told how many there are. */
export const remainingShownMax = 10;

export const PublicTicketType = Type.Object(
  {
    id: Type.String({ description: '`tt_…`, to order it by.' }),
    name: Type.String({ description: 'As buyers read it.' }),
    description: Described(text, 'What buyers read below its name; null: nothing.'),
    kind: OneOf(ticketTypeKinds, 'What sort of ticket; of a donation the buyer names the price.'),
    price: AmountOut('What one ticket costs; for a donation, what is proposed.'),
    min_price: Nullable(AmountOut('The least a donor gives; null: anything, or no donation.')),
    currency: CurrencyOut,
    remaining: Type.Unsafe<number | 'available'>({
      anyOf: [{ type: 'integer' }, { type: 'string', enum: ['available'] }],
      description: `How many are left, up to ${remainingShownMax}; else available. As of the last second; an order decides.`,
    }),
    on_sale: Type.Boolean({ description: 'Whether it is sold now, as far as its dates and status go.' }),
    sales_start: Nullable(TimeOut('Nothing is sold before; null: from publishing on.')),
    sales_end: Nullable(TimeOut('Nothing is sold after; null: no end of its own.')),
    min_per_order: Type.Integer({ description: 'Fewest that one order may have of it.' }),
    max_per_order: Type.Integer({ description: 'Most that one order may have of it.' }),
    admits: Type.Integer({ description: 'People that one ticket lets in.' }),
  },
  { title: 'PublicTicketType', description: 'A kind of ticket as buyers see it.' },
);
export type PublicTicketType = Static<typeof PublicTicketType>;

export const PublicEvent = Type.Object(
  {
    id: EventIdOut,
    name: Type.String({ description: 'As buyers read it.' }),
    description: Described(text, 'What buyers read about it; null: nothing.'),
    organizer: Type.String({ description: 'Who sells the tickets.' }),
    venue: Described(text, 'Name of the place; null: to be announced.'),
    address: Described(text, 'Street and city; null: none.'),
    start_date: TimeOut('When it begins.'),
    end_date: TimeOut('When it ends.'),
    timezone: Type.String({ description: 'IANA name of where it takes place, `Africa/Freetown`.' }),
    status: OneOf(eventStatuses, 'Whether it can be bought: only what is published.'),
    currency: CurrencyOut,
    max_tickets_per_order: Type.Integer({ description: 'Most tickets that one order may have.' }),
    hold_minutes: Type.Integer({ description: 'How long an order is held for payment, in minutes.' }),
    sales_start: Nullable(TimeOut('Nothing is sold before; null: from publishing on.')),
    sales_end: Nullable(TimeOut('Nothing is sold after; null: no end of its own.')),
    doors_open: Nullable(TimeOut('When doors open; null: not said.')),
    image_url: Described(text, 'Shown at its head, `https`; null: none.'),
    refund_policy: Described(text, 'What buyers read about getting money back; null: nothing.'),
    public_url: Type.String({ description: "The event's own page, where anybody buys tickets." }),
    livemode: Livemode,
    obtainable: Type.Optional(
      OneOf(
        obtainableTickets,
        'Which of its tickets can be had now: `all`; where nobody takes payments `free`, those alone that cost nothing, or `by_code`, also those that a promo code may make free.',
      ),
    ),
    ticket_types: Type.Array(PublicTicketType, {
      description: 'What is on sale, in the order of the merchant.',
    }),
  },
  { title: 'PublicEvent', description: 'A published event as buyers see it.' },
);
export type PublicEvent = Static<typeof PublicEvent>;

export const getPublicEvent = operation({
  id: 'getPublicEvent',
  method: 'GET',
  path: '/public/events/:id',
  tag: 'Events',
  summary: 'Read an event that is on sale',
  description: 'Only while it is published. Hidden ticket types are left out. At most one second old.',
  scope: 'events:read',
  publicKey: true,
  status: 200,
  params: EventParams,
  answer: PublicEvent,
  errors: ['EVENT_NOT_FOUND'],
  example: {
    params: { id: exampleEventId },
    answer: {
      id: exampleEventId,
      name: exampleEvent.name,
      description: null,
      organizer: 'Aminata Stores',
      venue: exampleEvent.venue,
      address: exampleEvent.address,
      start_date: exampleEvent.start_date,
      end_date: exampleEvent.end_date,
      timezone: 'Africa/Freetown',
      status: 'published',
      currency: 'SLE',
      max_tickets_per_order: 10,
      hold_minutes: 10,
      sales_start: null,
      sales_end: null,
      doors_open: null,
      image_url: null,
      refund_policy: null,
      public_url: exampleEvent.public_url,
      livemode: false,
      obtainable: 'all',
      ticket_types: [
        {
          id: exampleTicketTypeId,
          name: 'VIP',
          description: null,
          kind: 'fixed',
          price: 250.5,
          min_price: null,
          currency: 'SLE',
          remaining: 'available',
          on_sale: true,
          sales_start: null,
          sales_end: null,
          min_per_order: 1,
          max_per_order: 10,
          admits: 1,
        },
      ],
    },
  },
});
