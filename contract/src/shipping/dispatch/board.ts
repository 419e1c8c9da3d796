import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text, TimeIn, TimeOut } from '../../schema.ts';
import { DeliverySummary } from '../delivery-schema.ts';
import { exampleAssignedSummary, exampleJobNumber } from '../examples.ts';
import { JobNumberParams } from '../schemas.ts';
import { deliveryPhases, deliveryStatuses } from '../states.ts';
import type { JsonObject } from '../../json.ts';

/** How a job stands to its next promised time. */
export const latenesses = Object.freeze(['on_time', 'due_soon', 'late'] as const);

export const DispatchDelivery = Type.Object(
  {
    ...DeliverySummary.properties,
    merchant: Type.Object(
      {
        id: Type.String({ description: '`mch_…`.' }),
        name: Type.String({ description: 'As couriers and recipients read it.' }),
      },
      { description: 'Whose delivery it is.' },
    ),
    driver_on_shift: Nullable(
      Type.Boolean({ description: 'Whether its driver is on shift; null: nobody has it.' }),
    ),
    phase: Nullable(OneOf(deliveryPhases, 'How far looking for a courier is; null: nobody is looked for.')),
    lateness: Nullable(
      OneOf(
        latenesses,
        'Against the estimated pickup, then the estimated delivery; due_soon is the last quarter of an hour. Null once it is over.',
      ),
    ),
    minutes_late: Nullable(
      Type.Integer({ description: 'Negative while there is time; null: no time was promised.' }),
    ),
    attempts_left: Type.Object(
      {
        pickup: Type.Integer({ description: 'Tries left for the code at pickup.' }),
        delivery: Type.Integer({ description: 'Tries left for the code at the door.' }),
      },
      { description: 'How often a handoff code may still be tried.' },
    ),
    failed_attempts: Type.Integer({ description: 'Tries at the door that came to nothing.' }),
    open_incidents: Type.Integer({ description: 'How many of its incidents nobody has resolved.' }),
  },
  {
    title: 'DispatchDelivery',
    description: 'A delivery as a dispatcher sees it: with its merchant and its lateness, without its codes.',
  },
);
export type DispatchDelivery = Static<typeof DispatchDelivery>;

export const exampleDispatchDelivery = {
  ...exampleAssignedSummary,
  merchant: { id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7', name: 'Aminata Stores' },
  driver_on_shift: true,
  phase: 'to_pickup',
  lateness: 'due_soon',
  minutes_late: -12,
  attempts_left: { pickup: 5, delivery: 5 },
  failed_attempts: 0,
  open_incidents: 0,
};

export const listDispatchDeliveries = operation({
  id: 'listDispatchDeliveries',
  method: 'GET',
  path: '/dispatch/deliveries',
  tag: 'Dispatch',
  summary: 'List the deliveries on the board',
  description:
    "Of all merchants for the platform's people, of its own for a merchant's key; newest first. Without `status`, those under way. Ended ones are found within created_from and created_to, at most 31 days apart; the last 7 days if left out.",
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(deliveryStatuses),
    merchant_id: Type.Optional(Text(64, 'Those of this merchant.')),
    driver_id: Type.Optional(Text(64, 'Those of this driver; `none` for those without one.')),
    zone: Type.Optional(Text(64, 'Code of the zone of pickup or delivery.')),
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
    late: Type.Optional(Type.Boolean({ description: 'Only what is later than estimated.' })),
    created_from: Type.Optional(TimeIn('Created at or after.')),
    created_to: Type.Optional(TimeIn('Created before.')),
  }),
  answer: DispatchDelivery,
  errors: [],
  example: { query: { status: 'pending,assigned', driver_id: 'none' }, answer: exampleDispatchDelivery },
});

export const getDispatchDelivery = operation({
  id: 'getDispatchDelivery',
  method: 'GET',
  path: '/dispatch/deliveries/:jobNumber',
  tag: 'Dispatch',
  summary: 'Read a delivery on the board',
  description: 'With its timeline and the failed tries at the door; never with its codes.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  answer: Type.Object(
    {
      ...DispatchDelivery.properties,
      timeline: Type.Array(
        Type.Object({
          sequence: Type.Integer({ description: 'Counts from 1 within the delivery.' }),
          status: OneOf(deliveryStatuses, 'What it became.'),
          at: TimeOut('When it happened.'),
          recorded_at: TimeOut('When the service learned of it.'),
          actor_type: Type.String({
            description: 'What sort of actor it was: merchant, driver, dispatcher or system.',
          }),
          actor: Nullable(
            Type.String({ description: 'Who it was, as far as known; null: nobody is named.' }),
          ),
          note: Nullable(Type.String({ description: 'What was noted with it; null: nothing.' })),
        }),
        { description: 'Every status it had, the oldest first, with who brought it about.' },
      ),
      attempts: Type.Array(Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true }), {
        description: 'Tries to reach the recipient, the oldest first, as couriers told of them.',
      }),
    },
    { title: 'DispatchDeliveryDetails', description: 'One delivery on the board, whole.' },
  ),
  errors: ['DELIVERY_NOT_FOUND'],
  example: {
    params: { jobNumber: exampleJobNumber },
    answer: {
      ...exampleDispatchDelivery,
      timeline: [
        {
          sequence: 1,
          status: 'pending',
          at: '2026-11-21T09:14:00.000Z',
          recorded_at: '2026-11-21T09:14:00.000Z',
          actor_type: 'merchant',
          actor: null,
          note: null,
        },
      ],
      attempts: [],
    },
  },
});

export const getDispatchBoard = operation({
  id: 'getDispatchBoard',
  method: 'GET',
  path: '/dispatch/board',
  tag: 'Dispatch',
  summary: 'Count what is on the board',
  description:
    'How many deliveries are under way in each status, how many of them late, and who is on shift.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  status: 200,
  query: Type.Object({
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: Type.Object(
    {
      columns: Type.Array(
        Type.Object({
          status: OneOf(deliveryStatuses, 'What its deliveries are in.'),
          count: Type.Integer({ description: 'Deliveries in it.' }),
          late: Type.Integer({ description: 'Of these, those behind their promised time.' }),
          unassigned: Type.Integer({ description: 'Of these, those without a courier.' }),
        }),
        { description: 'One for each status that is under way.' },
      ),
      drivers: Type.Object(
        {
          active: Type.Integer({ description: 'Those who may sign in.' }),
          on_shift: Type.Integer({ description: 'Those who take jobs now.' }),
          free: Type.Integer({ description: 'Those on shift without a parcel.' }),
          carrying: Type.Integer({ description: 'Those with at least one parcel.' }),
        },
        { description: 'How many couriers there are, by what they do now.' },
      ),
      open_incidents: Type.Integer({ description: 'Incidents that nobody has resolved.' }),
    },
    { title: 'DispatchBoard', description: 'The board in numbers.' },
  ),
  errors: [],
  example: {
    query: { livemode: true },
    answer: {
      columns: [
        { status: 'pending', count: 4, late: 1, unassigned: 4 },
        { status: 'assigned', count: 7, late: 0, unassigned: 0 },
        { status: 'picked_up', count: 2, late: 0, unassigned: 0 },
        { status: 'in_transit', count: 5, late: 2, unassigned: 0 },
      ],
      drivers: { active: 12, on_shift: 8, free: 3, carrying: 6 },
      open_incidents: 1,
    },
  },
});
