import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, TimeOut } from '../schema.ts';
import { JobNumberOut, Livemode, OrderNumberOut, TransactionIdOut, VersionOut } from '../shared-fields.ts';
import { exampleJobNumber, exampleOtherJobNumber, exampleTimes } from './examples.ts';
import { HandoffProof } from './delivery-schema.ts';
import { JobNumberParams, OrderStatus, Status } from './schemas.ts';
import { deliveryActors, deliveryPhases } from './states.ts';
import { etaQualities } from './words.ts';

export const TimelineEntry = Type.Object(
  {
    sequence: Type.Integer({ description: 'Counts from 1.' }),
    status: Status,
    order_status: OrderStatus,
    at: TimeOut('When it happened.'),
    recorded_at: TimeOut('When the service learned of it.'),
    actor_type: OneOf(deliveryActors, 'Who brought it about.'),
    actor: Nullable(Type.String({ description: 'Name of who did it; null: not told.' })),
    note: Nullable(Type.String({ description: 'What was noted with it; null: nothing.' })),
  },
  { title: 'TimelineEntry', description: 'One status the delivery entered.' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const TrackedDriver = Type.Object(
  {
    name: Type.String({ description: 'As the recipient may read it.' }),
    phone_masked: Type.String({ description: 'With the middle hidden, `+232 76 *** 456`.' }),
    vehicle_type: Type.String({ description: 'What the courier rides, `motorbike`.' }),
    plate: Type.String({ description: 'Number plate; empty where there is none.' }),
  },
  { title: 'TrackedDriver', description: 'Who carries the parcel, for readers who need not call.' },
);

export const TrackedLocation = Type.Object(
  {
    lat: Type.Number({ description: 'Degrees north, WGS 84.' }),
    lng: Type.Number({ description: 'Degrees east, WGS 84.' }),
    accuracy_m: Nullable(
      Type.Number({ description: 'Radius in metres within which the place surely lies; null: unknown.' }),
    ),
    recorded_at: TimeOut('When the service learned of it.'),
    stale: Type.Boolean({ description: 'Whether it is too old to go by.' }),
  },
  { title: 'TrackedLocation', description: 'Where the driver was last, from assigned to in_transit.' },
);

const standing = {
  order_number: OrderNumberOut,
  transaction_id: TransactionIdOut,
  status: Status,
  order_status: OrderStatus,
  phase: Nullable(OneOf(deliveryPhases, 'What happens within the status; null once nothing moves any more.')),
  pickup_verified: Type.Boolean({ description: 'Whether the code at pickup was right.' }),
  delivery_verified: Type.Boolean({ description: 'Whether the code at the door was right.' }),
  status_updated_at: TimeOut('When it got the status.'),
  estimated_pickup_at: Nullable(TimeOut('When it is expected to be picked up; null: nothing is expected.')),
  estimated_delivery_at: Nullable(TimeOut('When it is expected at the door; null: nothing is expected.')),
  eta_seconds: Nullable(Type.Integer({ description: 'Seconds to the next stop; null: not known.' })),
  eta_quality: Nullable(OneOf(etaQualities, 'How sure the time is; null: there is none.')),
};

export const Tracking = Type.Object(
  {
    job_number: JobNumberOut,
    ...standing,
    driver: Nullable(TrackedDriver, 'Who carries it; null: nobody yet, or nobody any more.'),
    location: Nullable(TrackedLocation, 'Where it is; null: nobody carries it, or no place is known.'),
    timeline: Type.Array(TimelineEntry, { description: 'Every status it had, the oldest first.' }),
    attempts_left: Type.Object(
      {
        pickup: Type.Integer({ description: 'Tries left for the code at pickup.' }),
        delivery: Type.Integer({ description: 'Tries left for the code at the door.' }),
      },
      { title: 'AttemptsLeft', description: 'Wrong handoff codes that may still be tried.' },
    ),
    proof: Nullable(
      HandoffProof,
      'What shows that it was handed over; null: it was not, or nothing was kept.',
    ),
    tracking_url: Type.String({
      description: 'The page at which anybody with the link follows it; it shows no code.',
    }),
    version: Type.Integer({ description: 'Grows with every change; see since_version.' }),
    livemode: Livemode,
  },
  { title: 'Tracking', description: 'Where a delivery stands.' },
);
export type Tracking = Static<typeof Tracking>;

const found = Type.Object({
  ...standing,
  timeline: Type.Optional(
    Type.Array(TimelineEntry, {
      description: 'Every status it had, the oldest first; only where it was asked for.',
    }),
  ),
  tracking_url: Type.String({
    description: 'The page at which anybody with the link follows it; it shows no code.',
  }),
  version: VersionOut,
});
export type BulkTrackFound = Static<typeof found> & { readonly job_number: string; readonly found: true };
export type BulkTrackMissing = { readonly job_number: string; readonly found: false };

/** Found and missing in one flat schema: an alternative per row would be tried again for each when it is written. */
export const BulkTrackResult = Type.Unsafe<BulkTrackFound | BulkTrackMissing>(
  Type.Object(
    {
      job_number: JobNumberOut,
      found: Type.Boolean({
        description: 'false: nothing of yours has this number, and the rest is absent.',
      }),
      ...Type.Partial(found).properties,
    },
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
    job_numbers: Type.Array(Type.String(), {
      minItems: 1,
      description: '1 to 100 job numbers; what can be none is answered as found: false.',
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
