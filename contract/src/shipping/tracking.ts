import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, TimeOut } from '../schema.ts';
import { exampleJobNumber, exampleOtherJobNumber, exampleTimes } from './examples.ts';
import { HandoffProof } from './delivery-schema.ts';
import { JobNumberParams, Livemode, OrderStatus, Status } from './schemas.ts';
import { deliveryActors, deliveryPhases } from './states.ts';
import { etaQualities } from './words.ts';

export const TimelineEntry = Type.Object(
  {
    sequence: Type.Integer({ description: 'Counts from 1.' }),
    status: Status,
    order_status: OrderStatus,
    at: TimeOut('When it happened.'),
    recorded_at: TimeOut('When the service learned of it.'),
    actor_type: OneOf(deliveryActors),
    actor: Nullable(Type.String({ description: 'Name of who did it.' })),
    note: Nullable(Type.String()),
  },
  { title: 'TimelineEntry', description: 'One status the delivery entered.' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const TrackedDriver = Type.Object(
  { name: Type.String(), phone_masked: Type.String(), vehicle_type: Type.String(), plate: Type.String() },
  { title: 'TrackedDriver', description: 'Who carries the parcel, for readers who need not call.' },
);

export const TrackedLocation = Type.Object(
  {
    lat: Type.Number(),
    lng: Type.Number(),
    accuracy_m: Nullable(Type.Number()),
    recorded_at: TimeOut(),
    stale: Type.Boolean(),
  },
  { title: 'TrackedLocation', description: 'Where the driver was last, from assigned to in_transit.' },
);

const standing = {
  order_number: Type.String(),
  transaction_id: Type.String(),
  status: Status,
  order_status: OrderStatus,
  phase: Nullable(OneOf(deliveryPhases, 'What happens within the status; null once nothing moves any more.')),
  pickup_verified: Type.Boolean(),
  delivery_verified: Type.Boolean(),
  status_updated_at: TimeOut(),
  estimated_pickup_at: Nullable(TimeOut()),
  estimated_delivery_at: Nullable(TimeOut()),
  eta_seconds: Nullable(Type.Integer({ description: 'Seconds to the next stop.' })),
  eta_quality: Nullable(OneOf(etaQualities)),
};

export const Tracking = Type.Object(
  {
    job_number: Type.String(),
    ...standing,
    driver: Nullable(TrackedDriver),
    location: Nullable(TrackedLocation),
    timeline: Type.Array(TimelineEntry),
    attempts_left: Type.Object(
      { pickup: Type.Integer(), delivery: Type.Integer() },
      { title: 'AttemptsLeft', description: 'Wrong handoff codes that may still be tried.' },
    ),
    proof: Nullable(HandoffProof),
    tracking_url: Type.String(),
    version: Type.Integer({ description: 'Grows with every change; see since_version.' }),
    livemode: Livemode,
  },
  { title: 'Tracking', description: 'Where a delivery stands.' },
);
export type Tracking = Static<typeof Tracking>;

const found = Type.Object({
  ...standing,
  timeline: Type.Optional(Type.Array(TimelineEntry)),
  tracking_url: Type.String(),
  version: Type.Integer(),
});
export type BulkTrackFound = Static<typeof found> & { readonly job_number: string; readonly found: true };
export type BulkTrackMissing = { readonly job_number: string; readonly found: false };

/** Found and missing in one flat schema: an alternative per row would be tried again for each when it is written. */
export const BulkTrackResult = Type.Unsafe<BulkTrackFound | BulkTrackMissing>(
  Type.Object(
    { job_number: Type.String(), found: Type.Boolean(), ...Type.Partial(found).properties },
    {
      title: 'BulkTrackResult',
      description: 'One delivery asked for; the fields after found are there when it is true.',
    },
  ),
);

export const BulkTracking = Type.Object(
  {
    results: Type.Array(BulkTrackResult, { description: 'In the order of the request, duplicates merged.' }),
    not_found: Type.Array(Type.String(), { description: 'The job numbers that were not found.' }),
    count: Type.Integer({ description: 'How many results.' }),
    livemode: Livemode,
  },
  { title: 'BulkTracking', description: 'Where several deliveries stand.' },
);
export type BulkTracking = Static<typeof BulkTracking>;

const exampleStanding = {
  order_number: 'ORD-1042',
  transaction_id: 'txn_20261121_0042',
  status: 'assigned',
  order_status: 'processing',
  phase: 'to_pickup',
  pickup_verified: false,
  delivery_verified: false,
  status_updated_at: exampleTimes.assigned,
  estimated_pickup_at: exampleTimes.pickup,
  estimated_delivery_at: exampleTimes.delivery,
  eta_seconds: 1638,
  eta_quality: 'planned',
};

const exampleEntry = {
  sequence: 1,
  status: 'pending',
  order_status: 'processing',
  at: exampleTimes.created,
  recorded_at: exampleTimes.created,
  actor_type: 'merchant',
  actor: null,
  note: null,
};

export const trackDelivery = operation({
  id: 'trackDelivery',
  method: 'GET',
  path: '/shipping/deliveries/:jobNumber/track',
  tag: 'Shipping',
  summary: 'Track a delivery',
  description:
    'With `wait` and `since_version` the answer comes as soon as the version is higher, at the latest after `wait` seconds. With `Accept: text/event-stream` it is a stream that tells every change until nothing can follow.',
  scope: 'shipping:read',
  status: 200,
  events: 'tracking',
  params: JobNumberParams,
  query: Type.Object({
    wait: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 25, default: 0, description: 'Seconds to wait for a change.' }),
    ),
    since_version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version the caller has.' })),
  }),
  answer: Tracking,
  errors: ['DELIVERY_NOT_FOUND'],
  example: {
    params: { jobNumber: exampleJobNumber },
    query: { wait: 25, since_version: 1 },
    answer: {
      job_number: exampleJobNumber,
      ...exampleStanding,
      driver: {
        name: 'Mohamed Kamara',
        phone_masked: '+232 76 *** 014',
        vehicle_type: 'motorbike',
        plate: 'ALD 482',
      },
      location: {
        lat: 8.4811,
        lng: -13.2286,
        accuracy_m: 12,
        recorded_at: '2026-11-21T09:18:30.000Z',
        stale: false,
      },
      timeline: [
        exampleEntry,
        {
          ...exampleEntry,
          sequence: 2,
          status: 'assigned',
          at: exampleTimes.assigned,
          recorded_at: exampleTimes.assigned,
          actor_type: 'dispatcher',
          actor: 'Ibrahim Conteh',
        },
      ],
      attempts_left: { pickup: 5, delivery: 5 },
      proof: null,
      tracking_url: 'https://ship.example.sl/t/UsT4d6hk7VGYh13ce1AcKw',
      version: 2,
      livemode: false,
    },
  },
});

export const bulkTrack = operation({
  id: 'bulkTrack',
  method: 'POST',
  path: '/shipping/bulk-track',
  tag: 'Shipping',
  summary: 'Track several deliveries',
  description:
    'Unknown, foreign and malformed job numbers come back with found false. More than 100 are refused with TOO_MANY_ITEMS.',
  scope: 'shipping:read',
  reads: true,
  status: 200,
  body: Type.Object({
    job_numbers: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      description: '1 to 100 job numbers.',
    }),
    include_timeline: Type.Optional(
      Type.Boolean({ default: false, description: 'Add the timeline of each.' }),
    ),
  }),
  answer: BulkTracking,
  errors: ['TOO_MANY_ITEMS'],
  example: {
    body: { job_numbers: [exampleJobNumber, exampleOtherJobNumber] },
    answer: {
      results: [
        {
          job_number: exampleJobNumber,
          found: true,
          ...exampleStanding,
          tracking_url: 'https://ship.example.sl/t/UsT4d6hk7VGYh13ce1AcKw',
          version: 2,
        },
        { job_number: exampleOtherJobNumber, found: false },
      ],
      not_found: [exampleOtherJobNumber],
      count: 2,
      livemode: false,
    },
  },
});
