import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../payments/schemas.ts';
import {
  Described,
  Livemode,
  Metadata,
  MetadataOut,
  Nullable,
  OneOf,
  Text,
  TimeIn,
  TimeOut,
} from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { ScanPolicy, ScanPolicyIn } from './scan-policy.ts';
import { TicketType, TicketTypeInput, TicketTypeItem } from './ticket-type-schema.ts';
import { eventStatuses, reEntries } from './words.ts';

const text = Nullable(Type.String());

export const TicketPool = Type.Object(
  {
    id: Type.String({ description: '`pool_…`' }),
    name: Type.String({ description: 'As the merchant calls it.' }),
    capacity: Type.Integer({ description: 'How many tickets of all its types together.' }),
    quantity_sold: Type.Integer({ description: 'Places taken by tickets that were sold.' }),
    quantity_held: Type.Integer({ description: 'Places held by orders that are not paid yet.' }),
    quantity_remaining: Type.Integer({
      description: 'Places that can still be sold: capacity less sold and held.',
    }),
    ticket_type_ids: Type.Array(Type.String(), { description: 'The types that share it, `tt_…` each.' }),
  },
  { title: 'TicketPool', description: 'A number of places that several ticket types share.' },
);
export type TicketPool = Static<typeof TicketPool>;

export const EventWarning = Type.Object(
  {
    code: OneOf(['NO_TICKET_TYPES', 'ENDS_IN_THE_PAST'], 'What is to be thought of.'),
    message: Type.String({ description: 'The same for people.' }),
  },
  { title: 'EventWarning', description: 'What is allowed but may not be meant.' },
);
export type EventWarning = Static<typeof EventWarning>;

/** The fields of an event in the order in which they are sent. */
export const eventFields = {
  id: Type.String({ description: '`evt_…`' }),
  name: Type.String({ description: 'As buyers read it.' }),
  description: Described(text, 'What buyers read about it; null: nothing.'),
  venue: Described(text, 'Name of the place; null: to be announced.'),
  address: Described(text, 'Street and city; null: none.'),
  start_date: TimeOut('When it begins.'),
  end_date: TimeOut('When it ends.'),
  status: OneOf(eventStatuses, 'Tickets are sold only while it is published.'),
  ticket_types: Type.Array(TicketType, { description: 'In the order in which buyers see them.' }),
  total_tickets_sold: Type.Integer({ description: 'Sum of quantity_sold over the ticket types.' }),
  created_at: CreatedAtOut,
  updated_at: UpdatedAtOut,
  timezone: Type.String({ description: 'IANA; the clock at the venue.' }),
  currency: CurrencyOut,
  livemode: Livemode,
  tickets_held: Type.Integer({ description: 'Sum of quantity_held over the ticket types.' }),
  capacity: Nullable(
    Type.Integer({ description: 'The most tickets of all types together; null: as many as the types have.' }),
  ),
  max_tickets_per_order: Type.Integer({ description: 'Most tickets that one order may have.' }),
  sales_start: Nullable(TimeOut('Nothing is sold before; null: from publishing on.')),
  sales_end: Nullable(TimeOut('Nothing is sold after; null: no end of its own.')),
  doors_open: Nullable(TimeOut('When doors open; null: not said.')),
  image_url: Described(text, 'Shown at its head, `https`; null: none.'),
  public_url: Type.String({
    description: 'The page where anybody buys tickets, while the event is published.',
  }),
  refund_policy: Described(text, 'What buyers read about getting money back; null: nothing.'),
  hold_minutes: Type.Integer({ description: 'How long tickets are held for an order that is not paid.' }),
  re_entry: OneOf(reEntries, 'none: a ticket enters once. exit_required: again after it left. unlimited.'),
  scan_policy: ScanPolicy,
  metadata: MetadataOut,
  attendees_to_notify: Type.Boolean({
    description:
      'Date or place changed after tickets were sold, and nobody has said yet that the buyers know.',
  }),
  pools: Type.Array(TicketPool, { description: 'Numbers of places that several types share; empty: none.' }),
  published_at: Nullable(TimeOut('When it was published first; null: it was not.')),
  cancelled_at: Nullable(TimeOut('When it was called off; null: it was not.')),
  cancel_reason: Described(text, 'Why it was called off, as buyers were told; null: it was not.'),
};

export const Event = Type.Object(
  {
    ...eventFields,
    warnings: Type.Optional(
      Type.Array(EventWarning, { description: 'When the event is published: what may not be meant.' }),
    ),
  },
  { title: 'Event', description: 'A ticketed event.' },
);
export type Event = Static<typeof Event>;

/** What can be left out when an event is made, and changed later. */
const optional = {
  venue: Type.Optional(
    Nullable(
      Type.String({
        description: 'Name of the place, up to 200 characters; null: to be announced.',
        maxLength: 200,
      }),
    ),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 20_000, description: 'Plain text.' }))),
  address: Type.Optional(
    Nullable(
      Type.String({ description: 'Street and city, up to 500 characters; null: none.', maxLength: 500 }),
    ),
  ),
  timezone: Type.Optional(Text(64, "IANA; default the merchant's.")),
  currency: Type.Optional(
    Text(3, "ISO 4217; default the merchant's. It cannot change after the first order."),
  ),
  capacity: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The most tickets of all types together. Not below what is sold and held.',
      }),
    ),
  ),
  max_tickets_per_order: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10.' }),
  ),
  hold_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Default 10.' })),
  sales_start: Type.Optional(
    Nullable(TimeIn('From when tickets are sold; null: as soon as it is published.')),
  ),
  sales_end: Type.Optional(
    Nullable(
      TimeIn(
        'Until when tickets are sold; null: as long as it is published, which ends by itself at end_date.',
      ),
    ),
  ),
  doors_open: Type.Optional(Nullable(TimeIn('When doors open; before end_date.'))),
  image_url: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        pattern: '^https?://[^\\s"<>]+$',
        description: 'https only, or as it was read; setEventImage uploads a picture.',
      }),
    ),
  ),
  refund_policy: Type.Optional(
    Nullable(Type.String({ maxLength: 2_000, description: 'For buyers to read.' })),
  ),
  re_entry: Type.Optional(OneOf(reEntries, 'Default none.')),
  scan_policy: Type.Optional(ScanPolicyIn),
  metadata: Type.Optional(Metadata),
};

const name = Text(200, 'As buyers are to read it.');
const startDate = TimeIn('When it begins.');
const endDate = TimeIn('When it ends, after start_date.');

export const CreateEventBody = Type.Object(
  {
    name,
    start_date: startDate,
    end_date: endDate,
    status: Type.Optional(OneOf(['draft', 'published'], 'Default draft.')),
    ticket_types: Type.Optional(
      Type.Array(TicketTypeInput, { maxItems: 100, description: 'All are made, or nothing is.' }),
    ),
    ...optional,
  },
  { title: 'CreateEventBody', description: 'Dates may lie in the past.' },
);
export type CreateEventBody = Static<typeof CreateEventBody>;

export const UpdateEventBody = Type.Object(
  {
    name: Type.Optional(name),
    start_date: Type.Optional(startDate),
    end_date: Type.Optional(endDate),
    status: Type.Optional(
      OneOf(eventStatuses, 'A move of the event: published puts it on sale, cancelled calls it off.'),
    ),
    cancel_reason: Type.Optional(Nullable(Text(500, 'Why; only with the status cancelled. Buyers read it.'))),
    attendees_to_notify: Type.Optional(
      Type.Boolean({ description: 'false: the buyers know of the new date or place.' }),
    ),
    tell_attendees: Type.Optional(
      Type.Boolean({
        description:
          'Whether whoever holds a ticket is written to because date, place or doors change; default true. An explicit true settles attendees_to_notify, and by itself tells of what changed before; false leaves it to you.',
      }),
    ),
    ticket_types: Type.Optional(
      Type.Array(TicketTypeItem, {
        maxItems: 100,
        description: 'With id: changed. Without: made. Those that are not named stay.',
      }),
    ),
    ...optional,
  },
  { title: 'UpdateEventBody', description: 'The fields to change; null removes one.' },
);
export type UpdateEventBody = Static<typeof UpdateEventBody>;

/** Fields of an event that can be read but not set. */
export const eventReadOnly = Object.freeze([
  'id',
  'total_tickets_sold',
  'quantity_sold',
  'created_at',
  'updated_at',
  'livemode',
  'tickets_held',
  'public_url',
  'pools',
  'published_at',
  'cancelled_at',
] as const);
