import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../payments/schemas.ts';
import { AmountIn, AmountOut, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { ticketTypeKinds, ticketTypeStatuses } from './words.ts';

export const TicketType = Type.Object(
  {
    id: Type.String({ description: '`tt_…`' }),
    name: Type.String({ description: 'As buyers read it.' }),
    price: AmountOut('What one ticket costs; for a donation, what is proposed.'),
    quantity_available: Type.Integer({
      description: 'How many were put on sale in all; it does not count down.',
    }),
    quantity_sold: Type.Integer({ description: 'Tickets that are valid or used.' }),
    quantity_held: Type.Integer({ description: 'Held for orders that are not paid yet.' }),
    quantity_remaining: Type.Integer({
      description: 'quantity_available less sold and held; a pool or the event may have less.',
    }),
    description: Nullable(Type.String({ description: 'What buyers read below its name; null: nothing.' })),
    currency: CurrencyOut,
    status: OneOf(
      ticketTypeStatuses,
      'hidden: sold, but only to who knows its id. paused and archived: not sold.',
    ),
    sales_start: Nullable(TimeOut('Not sold before; null: as the event says.')),
    sales_end: Nullable(TimeOut('Not sold after; null: as the event says.')),
    min_per_order: Type.Integer({ description: 'Fewest that one order may have of it.' }),
    max_per_order: Nullable(Type.Integer({ description: 'Null: as many as the event allows.' })),
    pool_ids: Type.Array(Type.String(), { description: 'Pools that each ticket takes from as well.' }),
    kind: OneOf(ticketTypeKinds, 'donation: the buyer names the price, not below min_price.'),
    min_price: Nullable(AmountOut('The least a donor gives; null: anything, or no donation.')),
    valid_from: Nullable(TimeOut('Not good before; null: from the start.')),
    valid_until: Nullable(TimeOut('Not good after; null: to the end.')),
    admits: Type.Integer({ description: 'How many persons one ticket lets in.' }),
    gates: Nullable(
      Type.Array(Type.String(), { description: 'The gates that these tickets enter by; null: any.' }),
    ),
    door_note: Nullable(
      Type.String({
        description:
          'What the steward does when one of these tickets comes in; buyers never see it. Null: nothing.',
      }),
    ),
    position: Type.Integer({ description: 'Its place in the list, from 0.' }),
  },
  { title: 'TicketType', description: 'A kind of ticket of an event.' },
);
export type TicketType = Static<typeof TicketType>;

/** 0 to 10,000,000; the bounds of decimal text are the handler's to check. */
const price = (description: string) =>
  Type.Unsafe<number | string>({
    ...AmountIn(`${description} 0 to 10,000,000, in the event's currency.`),
    minimum: 0,
    maximum: 10_000_000,
  });
const quantity = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'How many are put on sale in all. Not below what is sold and held.',
});
const name = Text(100, 'Once in an event, whatever its case.');

/** What can be left out when a type is made, and what can be changed. */
const optional = {
  description: Type.Optional(
    Nullable(
      Type.String({ description: 'What buyers read below its name; null: nothing.', maxLength: 2_000 }),
    ),
  ),
  status: Type.Optional(OneOf(ticketTypeStatuses, 'Default active.')),
  sales_start: Type.Optional(Nullable(TimeIn('From when it is sold; null: as long as the event is.'))),
  sales_end: Type.Optional(Nullable(TimeIn('Until when it is sold.'))),
  min_per_order: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 1.' })),
  max_per_order: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 100, description: 'Null: as many as the event allows.' })),
  ),
  pool_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 20,
      description: 'Pools of the event. They can change only while none of the type is sold or held.',
    }),
  ),
  kind: Type.Optional(OneOf(ticketTypeKinds, 'Default fixed. free: the price must be 0.')),
  min_price: Type.Optional(Nullable(price('The least a donor gives; only for donations.'))),
  valid_from: Type.Optional(Nullable(TimeIn('From when its tickets let in; null: whenever doors are open.'))),
  valid_until: Type.Optional(Nullable(TimeIn('Until when its tickets let in.'))),
  admits: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, description: 'Persons that one ticket lets in; default 1.' }),
  ),
  gates: Type.Optional(
    Nullable(
      Type.Array(Text(50), { maxItems: 20, description: 'Gates by which its tickets enter; null: any.' }),
    ),
  ),
  door_note: Type.Optional(
    Nullable(
      Text(
        120,
        'What the steward does when one of these tickets comes in, such as `Give the red wristband`; shown large at the door, never to buyers. Null: nothing.',
      ),
    ),
  ),
  position: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'Its place in the list; default last.' }),
  ),
};

export const TicketTypeInput = Type.Object(
  { name, price: price('What one ticket costs.'), quantity_available: quantity, ...optional },
  { title: 'TicketTypeInput', description: 'A ticket type to be made.' },
);
export type TicketTypeInput = Static<typeof TicketTypeInput>;

const changes = {
  name: Type.Optional(name),
  price: Type.Optional(price('Orders made before keep their price.')),
  quantity_available: Type.Optional(quantity),
  ...optional,
};

export const TicketTypeChange = Type.Object(changes, {
  title: 'TicketTypeChange',
  description: 'The fields to change; null removes one.',
});
export type TicketTypeChange = Static<typeof TicketTypeChange>;

export const TicketTypeItem = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The type to change; left out: a new one, with name, price and quantity_available.',
      }),
    ),
    ...changes,
  },
  { title: 'TicketTypeItem', description: 'A ticket type to change or to make.' },
);
export type TicketTypeItem = Static<typeof TicketTypeItem>;

/** Fields of a ticket type that can be read but not set. */
export const ticketTypeReadOnly = Object.freeze([
  'id',
  'quantity_sold',
  'quantity_held',
  'quantity_remaining',
  'currency',
] as const);
