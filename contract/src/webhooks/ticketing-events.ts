import { Type } from 'typebox';
import { eventFields } from '../events/event-schema.ts';
import { exampleEvent, exampleEventId, exampleTicketTypeId } from '../events/examples.ts';
import { OneOf } from '../schema.ts';
import { EventIdOut } from '../shared-fields.ts';
import type { EventDescription } from './event-description.ts';

const EventMessage = Type.Object(
  { ...eventFields, event_id: EventIdOut },
  { title: 'EventMessage', description: 'An event as it stands after what happened.' },
);
const EventUpdated = Type.Object(
  {
    ...eventFields,
    event_id: EventIdOut,
    changed: Type.Array(Type.String(), { description: 'The fields that changed.' }),
  },
  { title: 'EventUpdatedMessage', description: 'An event changed.' },
);

const TicketTypeMessage = Type.Object(
  {
    id: Type.String({ description: 'The ticket type.' }),
    event_id: EventIdOut,
    status: OneOf(['low_stock', 'sold_out'], 'low_stock: few are left; sold_out: none.'),
    name: Type.String({ description: 'As buyers read it.' }),
    event_name: Type.String({ description: 'As buyers read it.' }),
    quantity_available: Type.Integer({ description: 'How many there are in all.' }),
    quantity_sold: Type.Integer({ description: 'Places taken by tickets that were sold.' }),
    quantity_held: Type.Integer({ description: 'Places held by orders that are not paid yet.' }),
  },
  { title: 'TicketTypeMessage', description: 'How a ticket type sells.' },
);

const exampleMessage = { ...exampleEvent, event_id: exampleEventId };
const exampleStock = {
  id: exampleTicketTypeId,
  event_id: exampleEventId,
  status: 'low_stock',
  name: 'VIP',
  event_name: exampleEvent.name,
  quantity_available: 500,
  quantity_sold: 450,
  quantity_held: 0,
};

/** What is told of events and how they sell. */
export const ticketingEvents = {
  'event.created': {
    kind: 'event.created',
    default: true,
    summary: 'An event was created.',
    data: EventMessage,
    example: { ...exampleMessage, status: 'draft', published_at: null },
  },
  'event.updated': {
    kind: 'event.updated',
    default: true,
    summary: 'An event, its ticket types or its pools changed.',
    data: EventUpdated,
    example: { ...exampleMessage, changed: ['venue'] },
  },
  'event.published': {
    kind: 'event.published',
    default: true,
    summary: 'An event was published: its tickets are on sale.',
    data: EventMessage,
    example: exampleMessage,
  },
  'event.cancelled': {
    kind: 'event.cancelled',
    default: true,
    summary: 'An event was cancelled: sales are closed; holds, tickets and payments are undone from now on.',
    data: EventMessage,
    example: {
      ...exampleMessage,
      status: 'cancelled',
      cancelled_at: '2026-12-01T10:00:00.000Z',
      cancel_reason: 'The hall was damaged.',
    },
  },
  'event.completed': {
    kind: 'event.completed',
    default: true,
    summary: 'An event is over.',
    data: EventMessage,
    example: { ...exampleMessage, status: 'completed' },
  },
  'ticket_type.low_stock': {
    kind: 'ticket_type.low_stock',
    default: true,
    summary: '90 % of a ticket type are sold.',
    data: TicketTypeMessage,
    example: exampleStock,
  },
  'ticket_type.sold_out': {
    kind: 'ticket_type.sold_out',
    default: true,
    summary: 'The last ticket of a type was sold.',
    data: TicketTypeMessage,
    example: { ...exampleStock, status: 'sold_out', quantity_sold: 500 },
  },
} as const satisfies Record<string, EventDescription>;
