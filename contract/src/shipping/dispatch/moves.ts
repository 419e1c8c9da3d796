import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { OneOf, Text } from '../../schema.ts';
import { JobNumberOut } from '../../shared-fields.ts';
import { DeliverySummary } from '../delivery-schema.ts';
import { exampleAssignedSummary, exampleJobNumber } from '../examples.ts';
import { JobNumberParams } from '../schemas.ts';
import { cancelReasons, failureReasons, handoffTypes } from '../states.ts';

/** What a dispatcher may bring about without a code. */
export const dispatchTargets = Object.freeze(['in_transit', 'completed', 'cancelled', 'failed'] as const);
/** What takes the place of a handoff code. */
export const overrideTargets = Object.freeze(['picked_up', 'delivered'] as const);

/** The smallest PNG there is: one pixel. */
const examplePhoto =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const conflicts = ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT'] as const;
const inTransit = {
  ...exampleAssignedSummary,
  status: 'in_transit',
  order_status: 'shipped',
  pickup_verified: true,
  picked_up_at: '2026-11-21T09:41:10.000Z',
  in_transit_at: '2026-11-21T09:46:00.000Z',
  version: 4,
};

export const unassignDelivery = operation({
  id: 'unassignDelivery',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/unassign',
  tag: 'Dispatch',
  summary: 'Take a delivery from its driver',
  description:
    'Only until pickup. The status stays assigned, the phase is searching, and shipping.driver.changed is sent.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({ reason: Text(280, 'For the audit log.') }),
  answer: DeliverySummary,
  errors: conflicts,
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { reason: 'The motorbike broke down.' },
    answer: { ...exampleAssignedSummary, driver: null, version: 3 },
  },
});

export const moveByDispatcher = operation({
  id: 'moveByDispatcher',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/move',
  tag: 'Dispatch',
  summary: 'Move a delivery on, or end it',
  description:
    'in_transit from picked_up, completed from delivered once no cash is open, cancelled before pickup (free of charge), failed from assigned on. What fails after pickup comes back or is held as the merchant wanted.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object(
    {
      to_status: OneOf(dispatchTargets, 'Where the delivery is to be moved.'),
      reason: Type.Optional(
        OneOf(
          [...new Set([...cancelReasons, ...failureReasons])],
          'Required for cancelled and failed, each with the reasons of its own.',
        ),
      ),
      note: Type.Optional(Text(280, 'Stands in the timeline, up to 280 characters.')),
    },
    { title: 'DispatchMoveBody', description: 'Where to, and why.' },
  ),
  answer: DeliverySummary,
  errors: conflicts,
  example: { params: { jobNumber: exampleJobNumber }, body: { to_status: 'in_transit' }, answer: inTransit },
});

export const overrideHandoff = operation({
  id: 'overrideHandoff',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/override',
  tag: 'Dispatch',
  summary: 'Hand a parcel over without its code',
  description:
    'For a lost or locked code. A reason and a photo are required, and both are kept in the audit log; the handoff does not count as verified.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object(
    {
      to_status: OneOf(overrideTargets, 'What is to be true, whatever came before.'),
      reason: Type.String({ minLength: 5, maxLength: 280, description: 'Why there is no code.' }),
      photo: Type.String({
        minLength: 1,
        maxLength: 450_000,
        description: 'Base64 of a JPEG, PNG or WebP of at most 300 KB.',
      }),
      recipient_name: Type.Optional(Text(120, 'Who took the parcel, where it is delivered.')),
    },
    { title: 'OverrideBody', description: 'What takes the place of the code.' },
  ),
  answer: DeliverySummary,
  errors: conflicts,
  example: {
    params: { jobNumber: exampleJobNumber },
    body: {
      to_status: 'delivered',
      reason: 'The recipient lost her phone and showed her card.',
      photo: examplePhoto,
    },
    answer: {
      ...inTransit,
      status: 'delivered',
      order_status: 'delivered',
      delivered_at: '2026-11-21T10:18:31.000Z',
      cod_status: 'collected',
      version: 5,
    },
  },
});

export const reissueCodeByDispatcher = operation({
  id: 'reissueCodeByDispatcher',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/reissue-code',
  tag: 'Dispatch',
  summary: 'Make a new handoff code for a delivery',
  description: 'As reissueCode; the new code goes to whoever holds it and is not in this answer.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    type: OneOf(handoffTypes, 'Which code.'),
    reason: Type.Optional(Text(280, 'For the audit log.')),
  }),
  answer: Type.Object(
    {
      job_number: JobNumberOut,
      type: OneOf(handoffTypes, 'Which of the two codes is new.'),
      reissues_left: Type.Integer({ description: 'How often the code may still be made anew.' }),
    },
    { title: 'ReissuedCode', description: 'That a code was made anew.' },
  ),
  errors: [...conflicts, 'TOO_MANY_REISSUES', 'DELIVERY_NOT_ACTIVE'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { type: 'delivery', reason: 'Called in: five wrong codes.' },
    answer: { job_number: exampleJobNumber, type: 'delivery', reissues_left: 2 },
  },
});

export type DispatchMoveBody = Static<(typeof moveByDispatcher)['body']>;
