import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Deleted } from '../schema.ts';
import { EventParams } from './event-params.ts';
import { exampleEventId, exampleTicketType, exampleTicketTypeId } from './examples.ts';
import { TicketType, TicketTypeChange, TicketTypeInput, ticketTypeReadOnly } from './ticket-type-schema.ts';

const TicketTypeParams = Type.Object({
  ...EventParams.properties,
  ttId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the ticket type, tt_….' }),
});
const params = { id: exampleEventId, ttId: exampleTicketTypeId };
const readOnly = [...ticketTypeReadOnly];

export const createTicketType = operation({
  id: 'createTicketType',
  method: 'POST',
  path: '/events/:id/ticket-types',
  tag: 'Events',
  summary: 'Add a ticket type',
  scope: 'events:write',
  status: 201,
  params: EventParams,
  body: TicketTypeInput,
  readOnly,
  answer: TicketType,
  errors: [
    'AMOUNT_PRECISION',
    'EVENT_NOT_FOUND',
    'POOL_NOT_FOUND',
    'DUPLICATE_TICKET_TYPE',
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleEventId },
    body: { name: 'VIP', price: 250.5, quantity_available: 500 },
    answer: exampleTicketType,
  },
});

export const updateTicketType = operation({
  id: 'updateTicketType',
  method: 'PATCH',
  path: '/events/:id/ticket-types/:ttId',
  tag: 'Events',
  summary: 'Change a ticket type',
  description:
    "The fields given change, null removes one. Orders made before keep their price. If-Match names the event's version.",
  scope: 'events:write',
  status: 200,
  params: TicketTypeParams,
  body: TicketTypeChange,
  readOnly,
  answer: TicketType,
  errors: [
    'AMOUNT_PRECISION',
    'EVENT_NOT_FOUND',
    'TICKET_TYPE_NOT_FOUND',
    'POOL_NOT_FOUND',
    'TICKET_TYPE_HAS_SALES',
    'DUPLICATE_TICKET_TYPE',
    'CAPACITY_BELOW_SOLD',
    'PRECONDITION_FAILED',
  ],
  example: { params, body: { quantity_available: 500 }, answer: exampleTicketType },
});

export const deleteTicketType = operation({
  id: 'deleteTicketType',
  method: 'DELETE',
  path: '/events/:id/ticket-types/:ttId',
  tag: 'Events',
  summary: 'Remove a ticket type',
  description: 'Only while none is sold or held; else set its status to archived.',
  scope: 'events:write',
  status: 200,
  params: TicketTypeParams,
  answer: Deleted,
  errors: ['EVENT_NOT_FOUND', 'TICKET_TYPE_NOT_FOUND', 'TICKET_TYPE_HAS_SALES', 'PRECONDITION_FAILED'],
  example: { params, answer: { id: exampleTicketTypeId, deleted: true } },
});
