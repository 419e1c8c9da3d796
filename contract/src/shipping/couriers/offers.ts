import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { AmountOut, Narrowing, Nullable, OneOf, PageQuery, Text, TimeOut } from '../../schema.ts';
import { Currency, JobNumberOut, Livemode, StoreNameOut } from '../../shared-fields.ts';
import { exampleDeliverySummary, exampleDriverId, exampleJobNumber } from '../examples.ts';
import { JobNumber, JobNumberParams, Status, ZoneReference } from '../schemas.ts';
import { deliveryKinds, deliveryPhases } from '../states.ts';
import { packageSizes, serviceLevels } from '../words.ts';
import { DriverJob, exampleDriverJob } from './driver-job.ts';

/** How a delivery finds its courier: one after another, all of a zone at once, the best without asking, or by hand. */
export const dispatchModes = Object.freeze(['nearest', 'broadcast', 'auto', 'manual'] as const);
export type DispatchMode = (typeof dispatchModes)[number];

const Area = Type.Object(
  {
    city: Type.String({ description: 'Where it goes, as exactly as one may know before taking it.' }),
    zone: ZoneReference,
  },
  { title: 'Area', description: 'About where; the address follows with the job.' },
);

export const Offer = Type.Object(
  {
    id: Type.String({ description: 'off_…' }),
    job_number: JobNumberOut,
    kind: OneOf(deliveryKinds, 'A delivery, a return to the sender, or another try.'),
    store_name: StoreNameOut,
    service_level: OneOf(serviceLevels, 'How fast it has to be.'),
    pickup: Area,
    dropoff: Area,
    distance_km: Nullable(
      Type.Number({
        description: 'From the courier to the pickup, as the crow flies; null: a place is not known.',
      }),
    ),
    way_km: Nullable(
      Type.Number({
        description: 'From the pickup to the recipient, as the crow flies; null: a place is not known.',
      }),
    ),
    package_size: OneOf(packageSizes, 'Size class of the parcel.'),
    weight_kg: Type.Number({ description: 'In kilograms.' }),
    fragile: Type.Boolean({ description: 'Whether it breaks easily.' }),
    cod_amount: AmountOut('Cash to collect at the door.'),
    earning: Nullable(AmountOut("The courier's share of the fee; null where none is agreed.")),
    currency: Currency,
    expires_at: Nullable(TimeOut('Until when it can be accepted; null while nothing ends it.')),
    livemode: Livemode,
  },
  { title: 'Offer', description: 'A parcel that a courier may take: no codes, and nothing of who gets it.' },
);
export type Offer = Static<typeof Offer>;

const exampleOfferId = 'off_01m7yp4vq8f8sa4a08ma8cp2dz';
const OfferParams = Type.Object({ id: Type.String({ minLength: 1, description: 'The offer, off_….' }) });
const reason = Type.Optional(Text(280, "Why, in the courier's words."));
const from = exampleDeliverySummary;

export const listOffers = operation({
  id: 'listOffers',
  method: 'GET',
  path: '/driver/offers',
  tag: 'Couriers',
  summary: 'List what is on offer',
  description:
    'Parcels this courier may take now, live ones first. A test delivery that waits is open to every courier on shift, without a time limit. Off shift the list is empty.',
  scope: null,
  by: 'driver',
  list: true,
  status: 200,
  query: Type.Object(PageQuery),
  answer: Offer,
  errors: [],
  example: {
    answer: {
      id: exampleOfferId,
      job_number: exampleJobNumber,
      kind: 'delivery',
      store_name: from.store_name,
      service_level: from.service_level,
      pickup: { city: from.pickup_city, zone: from.pickup_zone },
      dropoff: { city: from.delivery_city, zone: from.delivery_zone },
      distance_km: 0.4,
      way_km: 5.7,
      package_size: from.package_size,
      weight_kg: from.weight_kg,
      fragile: from.fragile,
      cod_amount: from.cod_amount,
      earning: null,
      currency: from.currency,
      expires_at: '2026-11-21T09:15:00.000Z',
      livemode: true,
    },
  },
});

export const acceptOffer = operation({
  id: 'acceptOffer',
  method: 'POST',
  path: '/driver/offers/:id/accept',
  tag: 'Couriers',
  summary: 'Accept an offer',
  description:
    'Of all who accept, exactly one gets the parcel. Accepting again what one has got is answered the same.',
  scope: null,
  by: 'driver',
  status: 200,
  params: OfferParams,
  answer: DriverJob,
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_TAKEN',
    'DELIVERY_NOT_ACTIVE',
    'NOT_ON_SHIFT',
    'COURIER_LIMIT_REACHED',
  ],
  example: { params: { id: exampleOfferId }, answer: exampleDriverJob },
});

export const DeclinedOffer = Type.Object(
  {
    id: Type.String({ description: '`off_…`.' }),
    status: Type.Literal('declined', { description: 'Always declined.' }),
  },
  { title: 'DeclinedOffer', description: 'An offer that the courier does not want.' },
);
export type DeclinedOffer = Static<typeof DeclinedOffer>;

export const declineOffer = operation({
  id: 'declineOffer',
  method: 'POST',
  path: '/driver/offers/:id/decline',
  tag: 'Couriers',
  summary: 'Decline an offer',
  description: 'The next courier is asked at once, and this one is not asked again for this parcel.',
  scope: null,
  by: 'driver',
  status: 200,
  params: OfferParams,
  body: Type.Object({ reason }),
  bodyOptional: true,
  answer: DeclinedOffer,
  errors: ['OFFER_NOT_FOUND', 'OFFER_EXPIRED', 'OFFER_TAKEN'],
  example: {
    params: { id: exampleOfferId },
    body: { reason: 'Too far' },
    answer: { id: exampleOfferId, status: 'declined' },
  },
});

export const GivenUpJob = Type.Object(
  {
    job_number: JobNumberOut,
    given_up: Type.Literal(true, { description: 'Always true; somebody else is looked for.' }),
  },
  { title: 'GivenUpJob', description: 'A parcel that its courier gave back before fetching it.' },
);
export type GivenUpJob = Static<typeof GivenUpJob>;

export const giveUpJob = operation({
  id: 'giveUpJob',
  method: 'POST',
  path: '/driver/jobs/:jobNumber/give-up',
  tag: 'Couriers',
  summary: 'Give a job back',
  description:
    'Before pickup only. The delivery stays assigned without a driver while another is searched; shipping.driver.changed tells of both.',
  scope: null,
  by: 'driver',
  status: 200,
  params: Type.Object({ jobNumber: JobNumber }),
  body: Type.Object({ reason }),
  bodyOptional: true,
  answer: GivenUpJob,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { reason: 'Flat tyre' },
    answer: { job_number: exampleJobNumber, given_up: true },
  },
});

const OfferMade = Type.Object(
  {
    id: Type.String({ description: '`off_…`.' }),
    driver_id: Type.String({ description: '`drv_…`, who was asked.' }),
    expires_at: Nullable(TimeOut('When it stops working; null: never.')),
  },
  { title: 'OfferMade', description: 'An offer that a courier has not answered yet.' },
);

export const Search = Type.Object(
  {
    job_number: JobNumberOut,
    status: Status,
    phase: Nullable(OneOf(deliveryPhases, 'How far looking is; null: nobody is looked for any more.')),
    mode: OneOf(dispatchModes, 'How couriers are found; manual: a dispatcher names them.'),
    driver_id: Nullable(
      Type.String({ description: 'Who has it, if somebody was found at once; null: nobody yet.' }),
    ),
    offers: Type.Array(OfferMade, { description: 'Who was asked, as it stands now.' }),
  },
  { title: 'Search', description: 'How a courier is searched for a delivery.' },
);
export type Search = Static<typeof Search>;

/** The most couriers that one request may name. */
export const offeredDriversMax = 100;

export const startOffers = operation({
  id: 'startOffers',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/offer',
  tag: 'Dispatch',
  summary: 'Offer to couriers',
  description:
    'Starts the search for a courier anew, for a delivery that has none: the nearest one by one, all free ones of the zone at once, the best without asking, or nobody. Offers under way end. For test deliveries offers have no end.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    mode: OneOf(dispatchModes, 'How the courier is found.'),
    driver_ids: Narrowing(
      Type.Array(Text(64), {
        minItems: 1,
        description: 'Only these couriers, wherever they are; at most 100.',
      }),
    ),
  }),
  answer: Search,
  errors: ['TOO_MANY_ITEMS', 'DELIVERY_NOT_FOUND', 'DRIVER_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { mode: 'nearest', driver_ids: [exampleDriverId] },
    answer: {
      job_number: exampleJobNumber,
      status: 'pending',
      phase: 'offered',
      mode: 'nearest',
      driver_id: null,
      offers: [{ id: exampleOfferId, driver_id: exampleDriverId, expires_at: '2026-11-21T09:15:00.000Z' }],
    },
  },
});
