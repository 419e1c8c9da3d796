import { Type, type Static } from 'typebox';
import { answeredOnly, operation } from '../operation.ts';
import { Deleted, Text } from '../schema.ts';
import { TicketPool } from './event-schema.ts';
import { EventParams } from './event-params.ts';
import { exampleEventId, examplePoolId, exampleTicketTypeId } from './examples.ts';

const PoolParams = Type.Object({
  ...EventParams.properties,
  poolId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the pool, pool_….' }),
});
const params = { id: exampleEventId, poolId: examplePoolId };

const name = Text(100, 'As you call it; buyers do not see it.');
const capacity = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'How many tickets of all its types together. Not below what is sold and held.',
});
const ticketTypeIds = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'Types that take from it. A type can come or go only while none of it is sold or held.',
});

export const CreatePoolBody = Type.Object(
  {
    name,
    capacity,
    ticket_type_ids: ticketTypeIds,
  },
  { title: 'CreatePoolBody', description: 'A number of tickets that several types share.' },
);
export type CreatePoolBody = Static<typeof CreatePoolBody>;
export const UpdatePoolBody = Type.Object(
  {
    name: Type.Optional(name),
    capacity: Type.Optional(capacity),
    ticket_type_ids: Type.Optional(ticketTypeIds),
  },
  { title: 'UpdatePoolBody', description: 'The fields to change.' },
);
export type UpdatePoolBody = Static<typeof UpdatePoolBody>;

const examplePool: TicketPool = {
  id: examplePoolId,
  name: 'Main stand',
  capacity: 400,
  quantity_sold: 0,
  quantity_held: 0,
  quantity_remaining: 400,
  ticket_type_ids: [exampleTicketTypeId],
};

export const createPool = operation({
  id: 'createPool',
  method: 'POST',
  path: '/events/:id/pools',
  tag: 'Events',
  summary: 'Let ticket types share places',
  description:
    'A ticket is sold only while its type, each of its pools and the event have room. An event has at most 100 pools.',
  scope: 'events:write',
  status: 201,
  params: EventParams,
  body: CreatePoolBody,
  answer: TicketPool,
  errors: ['EVENT_NOT_FOUND', 'TICKET_TYPE_NOT_FOUND', 'TICKET_TYPE_HAS_SALES', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleEventId },
    body: { name: 'Main stand', capacity: 400, ticket_type_ids: [exampleTicketTypeId] },
    answer: examplePool,
  },
});

export const updatePool = operation({
  id: 'updatePool',
  method: 'PATCH',
  path: '/events/:id/pools/:poolId',
  tag: 'Events',
  summary: 'Change a pool',
  description: "ticket_type_ids replaces the whole list. If-Match names the event's version.",
  scope: 'events:write',
  status: 200,
  params: PoolParams,
  body: UpdatePoolBody,
  readOnly: answeredOnly(TicketPool, UpdatePoolBody),
  answer: TicketPool,
  errors: [
    'EVENT_NOT_FOUND',
    'POOL_NOT_FOUND',
    'TICKET_TYPE_NOT_FOUND',
    'TICKET_TYPE_HAS_SALES',
    'CAPACITY_BELOW_SOLD',
    'PRECONDITION_FAILED',
  ],
  example: { params, body: { capacity: 400 }, answer: examplePool },
});

export const deletePool = operation({
  id: 'deletePool',
  method: 'DELETE',
  path: '/events/:id/pools/:poolId',
  tag: 'Events',
  summary: 'Remove a pool',
  description: 'Only while none of its types is sold or held. Its types stay.',
  scope: 'events:write',
  status: 200,
  params: PoolParams,
  answer: Deleted,
  errors: ['EVENT_NOT_FOUND', 'POOL_NOT_FOUND', 'TICKET_TYPE_HAS_SALES', 'PRECONDITION_FAILED'],
  example: { params, answer: { id: examplePoolId, deleted: true } },
});
