import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Deleted, Livemode, Nullable, OneOf, Text, TimeOut } from '../../schema.ts';
import {
  CreatedAtOut,
  EventIdOut,
  TicketTypeIdIn,
  TicketTypeIdOut,
  UpdatedAtOut,
} from '../../shared-fields.ts';
import { exampleOrderEventId } from '../orders/order-examples.ts';
import { statusesOf } from '../../statuses.ts';

export const waitlistStatuses = /* @__PURE__ */ statusesOf('waitlist');

export const WaitlistEntry = Type.Object(
  {
    id: Type.String({ description: '`wle_…`' }),
    event_id: EventIdOut,
    ticket_type_id: TicketTypeIdOut,
    quantity: Type.Integer({ description: 'How many tickets are waited for.' }),
    name: Nullable(Type.String({ description: 'As given; null: not given, or forgotten.' })),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    email: Nullable(Type.String({ description: 'Where the offer is sent; null: nowhere by e-mail.' })),
    status: OneOf(
      waitlistStatuses,
      "offered: tickets are held in the order order_id until it expires; then it is the next one's turn. accepted: they were paid for. expired: the offer ran out, or the event was cancelled. removed: taken off the list, and stays so, whatever becomes of the order.",
    ),
    order_id: Nullable(
      Type.String({
        description: 'The order that holds, or held, the tickets on offer; null: nothing was offered.',
      }),
    ),
    offered_at: Nullable(TimeOut('When tickets were offered; null: not yet.')),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    livemode: Livemode,
  },
  { title: 'WaitlistEntry', description: 'Somebody who waits for tickets to come free.' },
);
export type WaitlistEntry = Static<typeof WaitlistEntry>;

export const JoinWaitlistBody = Type.Object({
  ticket_type_id: TicketTypeIdIn,
  quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 1,
      description: 'They are offered together or not at all, so as many as one order may have.',
    }),
  ),
  name: Type.Optional(Text(120, 'As you want to be called.')),
  phone: Type.Optional(
    Text(32, "E.164, or as dialled in the merchant's country. A phone or an e-mail address is needed."),
  ),
  email: Type.Optional(
    Type.String({
      description: 'Where the offer is to be sent.',
      minLength: 3,
      maxLength: 254,
      pattern: '^[^@\\s]+@[^@\\s]+$',
    }),
  ),
});
export type JoinWaitlistBody = Static<typeof JoinWaitlistBody>;

const EventParams = Type.Object({ id: Text(64, 'Id of the event, evt_….') });
const exampleEntryId = 'wle_01m7yp7c1n5tzw8h3k6x9b2d4g';
const exampleEntry = {
  id: exampleEntryId,
  event_id: exampleOrderEventId,
  ticket_type_id: 'tt_01m7yp60a6r1bq5y8m3w4x9k2d',
  quantity: 2,
  name: 'Isatu Sesay',
  phone: '+23276555010',
  email: null,
  status: 'waiting',
  order_id: null,
  offered_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
  livemode: true,
};
const body = {
  ticket_type_id: exampleEntry.ticket_type_id,
  quantity: 2,
  name: 'Isatu Sesay',
  phone: '076 555010',
};
const tag = 'Waiting list';

export const joinWaitlist = operation({
  id: 'joinWaitlist',
  method: 'POST',
  path: '/events/:id/waitlist',
  tag,
  summary: 'Put somebody on the waiting list',
  description:
    'When tickets come free they are held for the first in the list who wants no more than there are, and waitlist.offered is sent.',
  scope: 'tickets:sell',
  status: 201,
  params: EventParams,
  body: JoinWaitlistBody,
  answer: WaitlistEntry,
  errors: [
    'INVALID_PHONE',
    'EVENT_NOT_FOUND',
    'TICKET_TYPE_NOT_FOUND',
    'EVENT_NOT_PUBLISHED',
    'LIMIT_PER_ORDER',
    'ALREADY_ON_WAITLIST',
  ],
  example: { params: { id: exampleOrderEventId }, body, answer: exampleEntry },
});

export const joinPublicWaitlist = operation({
  id: 'joinPublicWaitlist',
  method: 'POST',
  path: '/public/events/:id/waitlist',
  tag,
  summary: 'Join the waiting list from a page',
  description: 'As joinWaitlist, for pages with a public key. 30 a minute from one address.',
  scope: 'tickets:sell',
  publicKey: true,
  status: 201,
  params: EventParams,
  body: JoinWaitlistBody,
  answer: WaitlistEntry,
  errors: [
    'INVALID_PHONE',
    'EVENT_NOT_FOUND',
    'TICKET_TYPE_NOT_FOUND',
    'EVENT_NOT_PUBLISHED',
    'LIMIT_PER_ORDER',
    'ALREADY_ON_WAITLIST',
  ],
  example: { params: { id: exampleOrderEventId }, body, answer: exampleEntry },
});

export const listWaitlist = operation({
  id: 'listWaitlist',
  method: 'GET',
  path: '/events/:id/waitlist',
  tag,
  summary: 'List who waits',
  description: 'First come first, which is the order in which tickets are offered.',
  scope: 'tickets:read',
  list: true,
  status: 200,
  params: EventParams,
  query: ListQuery(
    ['created_at', '-created_at'],
    {
      status: SeveralOf(waitlistStatuses),
      ticket_type_id: Type.Optional(Text(64, 'Those who wait for this type.')),
    },
    'Who came first, or last, first.',
  ),
  answer: WaitlistEntry,
  errors: ['EVENT_NOT_FOUND'],
  example: { params: { id: exampleOrderEventId }, query: { status: 'waiting' }, answer: exampleEntry },
});

export const leaveWaitlist = operation({
  id: 'leaveWaitlist',
  method: 'DELETE',
  path: '/events/:id/waitlist/:entryId',
  tag,
  summary: 'Take somebody off the waiting list',
  description:
    'Tickets that are on offer to them stay held until the offer expires or its order is cancelled.',
  scope: 'tickets:sell',
  status: 200,
  params: Type.Object({
    id: Text(64, 'Id of the event, evt_….'),
    entryId: Text(64, 'Id of the entry, wle_….'),
  }),
  answer: Deleted,
  errors: ['WAITLIST_ENTRY_NOT_FOUND'],
  example: {
    params: { id: exampleOrderEventId, entryId: exampleEntryId },
    answer: { id: exampleEntryId, deleted: true },
  },
});
