import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text, TimeIn, TimeOut } from '../../schema.ts';
import { exampleJobNumber } from '../examples.ts';
import { DriverJob, exampleDriverJob } from './driver-job.ts';
import { stepFields } from './step-fields.ts';

/** The most events that one request brings. */
export const syncEventsMax = 100;

export const syncKinds = Object.freeze([
  'arrive',
  'pick_up',
  'verify',
  'depart',
  'proof',
  'attempt',
  'fail',
  'deliver',
] as const);
export type SyncKind = (typeof syncKinds)[number];

const anyField = Type.Partial(
  Type.Object({
    ...stepFields.arrive,
    ...stepFields.verify,
    ...stepFields.proof,
    ...stepFields.attempt,
    ...stepFields.fail,
  }),
).properties;

export const SyncEvent = Type.Object(
  {
    ...anyField,
    client_id: Type.String({
      pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description: 'A UUID that the phone made for this event: sent again, it does nothing.',
    }),
    kind: OneOf(syncKinds, 'What happened; the other fields are those of the step of this name.'),
    job_number: Text(64, 'Which job.'),
    occurred_at: TimeIn('When it happened.'),
  },
  { title: 'SyncEvent', description: 'One step that a phone recorded while it was offline.' },
);
export type SyncEvent = Static<typeof SyncEvent>;

export const syncOutcomes = Object.freeze(['done', 'repeated', 'refused'] as const);

export const SyncResult = Type.Object(
  {
    client_id: Type.String({ description: 'As the phone sent it.' }),
    outcome: OneOf(
      syncOutcomes,
      'done: it took effect now; repeated: it had before; refused: error says why, and unless it is a wrong code the same event may be sent again.',
    ),
    at: Nullable(TimeOut('When it counts as having happened.')),
    recorded_at: Nullable(TimeOut('When the service learned of it.')),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String({ description: 'As the call alone would answer it.' }),
          message: Type.String({ description: 'What is wrong and what would work.' }),
          details: Type.Optional(
            Type.Unsafe<Record<string, unknown>>({
              type: 'object',
              additionalProperties: true,
              description: 'What a program needs to know of it; absent: nothing.',
            }),
          ),
        },
        { description: 'Why it was refused; absent: it was not.' },
      ),
    ),
    job: Type.Optional(DriverJob),
  },
  { title: 'SyncResult', description: 'What became of one event.' },
);
export type SyncResult = Static<typeof SyncResult>;

export const Synced = Type.Object(
  { results: Type.Array(SyncResult, { description: 'In the order of the request.' }) },
  { title: 'Synced', description: 'What became of what was recorded offline.' },
);
export type Synced = Static<typeof Synced>;

const clientId = '0b9f6f0e-4c0e-4a53-9c4e-6f3d5c1f7a10';

export const syncJobs = operation({
  id: 'syncJobs',
  method: 'POST',
  path: '/driver/sync',
  tag: 'Couriers',
  summary: 'Send what was recorded offline',
  description:
    'Takes effect in the order in which it happened, each event once however often it is sent; one that is refused does not hold up the others. A time in the future counts as now, one before the last complete sync as that. Where a log is longer than one request, all but the last say more. Events carry their own client_id, so an Idempotency-Key is not needed.',
  scope: null,
  by: 'driver',
  status: 200,
  body: Type.Object({
    events: Type.Array(SyncEvent, { minItems: 1, description: 'At most 100, in any order.' }),
    more: Type.Optional(
      Type.Boolean({ default: false, description: 'The phone has more of the same time to send.' }),
    ),
  }),
  answer: Synced,
  errors: ['TOO_MANY_ITEMS'],
  example: {
    body: {
      events: [
        {
          client_id: clientId,
          kind: 'arrive',
          job_number: exampleJobNumber,
          at: 'pickup',
          occurred_at: '2026-11-21T09:41:00Z',
        },
      ],
    },
    answer: {
      results: [
        {
          client_id: clientId,
          outcome: 'done',
          at: '2026-11-21T09:41:00.000Z',
          recorded_at: '2026-11-21T09:52:13.000Z',
          job: {
            ...exampleDriverJob,
            phase: 'at_pickup',
            arrived_pickup_at: '2026-11-21T09:41:00.000Z',
            next_steps: ['verify_pickup', 'fail'],
            version: 3,
          },
        },
      ],
    },
  },
});
