import { Type } from 'typebox';
import { ListQuery, SeveralOf } from '../list-query.ts';
import { answeredOnly, operation } from '../operation.ts';
import { AmountOut, Deleted, OneOf, Text, TimeIn } from '../schema.ts';
import { CurrencyCodeOut } from '../shared-fields.ts';
import { EventParams } from './event-params.ts';
import { CreateEventBody, Event, eventReadOnly, UpdateEventBody } from './event-schema.ts';
import { exampleEvent, exampleEventId } from './examples.ts';
import { eventStatuses } from './words.ts';

const params = { id: exampleEventId };
const readOnly = [...eventReadOnly];
const draft: Event = {
  ...exampleEvent,
  status: 'draft',
  venue: null,
  published_at: null,
  updated_at: exampleEvent.created_at,
};
const newEvent = {
  name: 'Freetown Jazz',
  start_date: '2026-12-20T18:00:00Z',
  end_date: '2026-12-20T23:00:00Z',
  ticket_types: [{ name: 'VIP', price: 250.5, quantity_available: 500 }],
};

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'List events',
  description:
    "Newest first; with upcoming, by start_date. total is counted, at a cost that grows with the merchant's events.",
  scope: 'events:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'start_date', '-start_date'],
    {
      status: SeveralOf(eventStatuses),
      upcoming: Type.Optional(
        OneOf(
          ['true', 'false', '1', '0'],
          'true or 1: events that have not ended, running ones included, by start_date; cancelled and completed ones only where status names them.',
        ),
      ),
      q: Type.Optional(Text(100, 'Part of the name or the venue, whatever its case.')),
      from: Type.Optional(TimeIn('Events that start then or later.')),
      to: Type.Optional(TimeIn('Events that start before.')),
    },
    'Newest or oldest first, or by when they start; upcoming ones stand by start_date unless sorted otherwise.',
  ),
  answer: Event,
  errors: [],
  example: { query: { upcoming: 'true', status: 'published' }, answer: exampleEvent },
});

export const createEvent = operation({
  id: 'createEvent',
  method: 'POST',
  path: '/events',
  tag: 'Events',
  summary: 'Create an event',
  description:
    "With its ticket types, all or nothing. Dates may lie in the past, and a published event may have no ticket types: the answer's warnings say so.",
  scope: 'events:write',
  status: 201,
  body: CreateEventBody,
  readOnly: [...new Set([...readOnly, ...answeredOnly(Event, CreateEventBody)])],
  answer: Event,
  errors: ['AMOUNT_PRECISION', 'DUPLICATE_TICKET_TYPE', 'POOL_NOT_FOUND'],
  example: { body: newEvent, answer: draft },
});

export const getEvent = operation({
  id: 'getEvent',
  method: 'GET',
  path: '/events/:id',
  tag: 'Events',
  summary: 'Read an event',
  scope: 'events:read',
  status: 200,
  params: EventParams,
  answer: Event,
  errors: ['EVENT_NOT_FOUND'],
  example: { params, answer: exampleEvent },
});

export const previewCancellation = operation({
  id: 'previewCancellation',
  method: 'GET',
  path: '/events/:id/cancellation',
  tag: 'Events',
  summary: 'Read what cancelling an event would undo',
  description:
    'Exact as of now, whatever the state of the event: nothing is changed. Of an event that was cancelled, what is still to be undone.',
  scope: 'tickets:read',
  status: 200,
  params: EventParams,
  answer: Type.Object(
    {
      event_id: Type.String({ description: '`evt_…`.' }),
      currency: CurrencyCodeOut,
      orders_sold: Type.Integer({ description: 'Orders whose tickets would be voided and paid back.' }),
      amount: AmountOut('What buyers paid and have not got back: all of it would go back.'),
      orders_held: Type.Integer({ description: 'Orders not paid yet, which would be let go.' }),
    },
    { title: 'CancellationPreview', description: 'What cancelling an event would undo.' },
  ),
  errors: ['EVENT_NOT_FOUND'],
  example: {
    params,
    answer: { event_id: params.id, currency: 'SLE', orders_sold: 214, amount: 68_450, orders_held: 3 },
  },
});

export const updateEvent = operation({
  id: 'updateEvent',
  method: 'PATCH',
  path: '/events/:id',
  tag: 'Events',
  summary: 'Change an event',
  description:
    'The fields given change, null removes one. Prices never change orders made before. Publishing puts the tickets on sale; cancelling closes sales at once, then lets holds go, voids tickets and pays orders back. ' +
    'With If-Match, only if nobody else has changed the event meanwhile; sales do not count as a change.',
  scope: 'events:write',
  status: 200,
  params: EventParams,
  body: UpdateEventBody,
  readOnly,
  answer: Event,
  errors: [
    'AMOUNT_PRECISION',
    'MEMBER_LIMIT_EXCEEDED',
    'EVENT_NOT_FOUND',
    'TICKET_TYPE_NOT_FOUND',
    'POOL_NOT_FOUND',
    'STATE_CONFLICT',
    'EVENT_HAS_SALES',
    'TICKET_TYPE_HAS_SALES',
    'DUPLICATE_TICKET_TYPE',
    'CAPACITY_BELOW_SOLD',
    'PRECONDITION_FAILED',
  ],
  example: { params, body: { venue: 'National Stadium', status: 'published' }, answer: exampleEvent },
});

export const deleteEvent = operation({
  id: 'deleteEvent',
  method: 'DELETE',
  path: '/events/:id',
  tag: 'Events',
  summary: 'Delete a draft',
  description: 'Only a draft that never had an order; anything else is cancelled instead.',
  scope: 'events:write',
  status: 200,
  params: EventParams,
  answer: Deleted,
  errors: ['EVENT_NOT_FOUND', 'STATE_CONFLICT', 'EVENT_HAS_SALES', 'PRECONDITION_FAILED'],
  example: { params, answer: { id: exampleEventId, deleted: true } },
});

export const duplicateEvent = operation({
  id: 'duplicateEvent',
  method: 'POST',
  path: '/events/:id/duplicate',
  tag: 'Events',
  summary: 'Copy an event',
  description:
    'A new draft with the same words, ticket types and pools, and nothing sold. With start_date, every other date moves by as much.',
  scope: 'events:write',
  status: 201,
  params: EventParams,
  body: Type.Object({
    name: Type.Optional(Text(200, 'Default the same.')),
    start_date: Type.Optional(TimeIn('Default the same.')),
  }),
  bodyOptional: true,
  answer: Event,
  errors: ['EVENT_NOT_FOUND'],
  example: {
    params,
    body: { name: 'Freetown Jazz 2027', start_date: '2027-12-20T18:00:00Z' },
    answer: {
      ...draft,
      name: 'Freetown Jazz 2027',
      start_date: '2027-12-20T18:00:00.000Z',
      end_date: '2027-12-20T23:00:00.000Z',
    },
  },
});
