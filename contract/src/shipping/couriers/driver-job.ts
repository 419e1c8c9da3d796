import { Type, type Static } from 'typebox';
import { AmountOut, Described, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { Currency, JobNumberOut, Livemode, OrderNumberOut, StoreNameOut } from '../../shared-fields.ts';
import { exampleDeliverySummary, exampleTimes } from '../examples.ts';
import { Status, ZoneReference } from '../schemas.ts';
import { deliveryKinds, deliveryPhases, failureReasons } from '../states.ts';
import { codStatuses, packageSizes, serviceLevels } from '../words.ts';

const text = Nullable(Type.String());
const degrees = Nullable(Type.Number());

export const JobStop = Type.Object(
  {
    address: Described(text, 'Street and house; null: not known.'),
    city: Type.String({ description: 'As the job was matched to a zone.' }),
    landmark: Described(text, 'What to look out for; null: nothing.'),
    lat: Described(degrees, 'Degrees north, WGS 84; null: no place is known.'),
    lng: Described(degrees, 'Degrees east, WGS 84; null: no place is known.'),
    plus_code: Described(text, 'Open Location Code; null: none.'),
    zone: ZoneReference,
    contact_name: Described(text, 'Whom to ask for; null: nobody.'),
    contact_phone: Nullable(Type.String({ description: 'E.164; null: none.' })),
    contact_phone_alt: Nullable(Type.String({ description: 'E.164; null: none.' })),
    instructions: Described(text, 'What the courier should know; null: nothing.'),
    call_url: Nullable(Type.String({ description: 'Starts a phone call; null: there is no number.' })),
    whatsapp_url: Nullable(Type.String({ description: 'Opens a chat; null: there is no number.' })),
    map_url: Type.String({ description: 'Opens a map at the pin, or where the address is thought to be.' }),
  },
  { title: 'JobStop', description: 'Where a courier fetches or brings a parcel, and who is there.' },
);
export type JobStop = Static<typeof JobStop>;

/** What a courier can do next with a parcel. */
export const driverSteps = Object.freeze([
  'arrive_pickup',
  'verify_pickup',
  'pick_up',
  'depart',
  'arrive_dropoff',
  'verify_delivery',
  'deliver',
  'proof',
  'attempt',
  'fail',
] as const);
export type DriverStep = (typeof driverSteps)[number];

/** How a courier tried to reach the recipient. */
export const contactWays = Object.freeze(['call', 'sms', 'whatsapp', 'knock'] as const);
export type ContactWay = (typeof contactWays)[number];

export const ContactAttempt = Type.Object(
  {
    at: TimeOut('When it happened.'),
    recorded_at: TimeOut('When the service learned of it.'),
    reason: OneOf(failureReasons, 'Why nobody was reached.'),
    contact: Nullable(OneOf(contactWays, 'How the recipient was tried; null where it was not told.')),
    note: Described(text, 'What the courier noted; null: nothing.'),
  },
  { title: 'ContactAttempt', description: 'One try to reach the recipient that did not succeed.' },
);
export type ContactAttempt = Static<typeof ContactAttempt>;

const ProofKept = Type.Object(
  {
    photo: Type.Boolean({ description: 'Whether a photo is kept.' }),
    signature: Type.Boolean({ description: 'Whether a signature is kept.' }),
    recipient_name: Described(text, 'Who took it; null: nobody was named.'),
  },
  { title: 'ProofKept', description: 'Which proof of the handover is kept already.' },
);

/** A delivery as the courier who has it sees it. */
export const DriverJob = Type.Object(
  {
    job_number: JobNumberOut,
    kind: OneOf(deliveryKinds, 'A delivery, a return to the sender, or another try.'),
    order_number: OrderNumberOut,
    store_name: StoreNameOut,
    status: Status,
    phase: Nullable(OneOf(deliveryPhases, 'What happens within the status; null: nothing finer is known.')),
    service_level: OneOf(serviceLevels, 'How fast it has to be.'),
    pickup: JobStop,
    dropoff: JobStop,
    package_size: OneOf(packageSizes, 'Size class of the parcel.'),
    weight_kg: Type.Number({ description: 'In kilograms.' }),
    package_description: Described(text, 'What is in it; null: not said.'),
    fragile: Type.Boolean({ description: 'Whether it breaks easily.' }),
    cod_amount: AmountOut('Cash to collect at the door.'),
    cod_status: OneOf(codStatuses, 'How far the cash is that is taken at the door.'),
    currency: Currency,
    require_pickup_code: Type.Boolean({
      description: 'Whether the sender shows a code when it is picked up.',
    }),
    require_delivery_code: Type.Boolean({ description: 'Whether the recipient shows a code.' }),
    require_photo: Type.Boolean({ description: 'Whether a photo is needed to hand it over.' }),
    require_signature: Type.Boolean({ description: 'Whether a signature is needed to hand it over.' }),
    pickup_verified: Type.Boolean({ description: 'Whether the code at pickup was right.' }),
    delivery_verified: Type.Boolean({ description: 'Whether the code at the door was right.' }),
    pickup_window_start: Nullable(TimeOut('Not picked up before; null: no window was asked for.')),
    pickup_window_end: Nullable(TimeOut('Picked up until then; null: no window was asked for.')),
    delivery_window_start: Nullable(TimeOut('Not delivered before; null: no window was asked for.')),
    delivery_window_end: Nullable(TimeOut('Delivered until then; null: no window was asked for.')),
    estimated_pickup_at: Nullable(TimeOut('When it is expected to be picked up; null: nothing is expected.')),
    estimated_delivery_at: Nullable(TimeOut('When it is expected at the door; null: nothing is expected.')),
    assigned_at: Nullable(TimeOut('When a courier got it; null: not yet.')),
    picked_up_at: Nullable(TimeOut('When the courier took it; null: not yet.')),
    in_transit_at: Nullable(TimeOut('When it set out for the recipient; null: not yet.')),
    delivered_at: Nullable(TimeOut('When it was handed over; null: it was not.')),
    failed_at: Nullable(TimeOut('When it failed; null: it did not.')),
    cancelled_at: Nullable(TimeOut('When it was called off; null: it was not.')),
    arrived_pickup_at: Nullable(TimeOut('When the courier came to the pickup; null: not yet.')),
    arrived_dropoff_at: Nullable(TimeOut('When the courier came to the door; null: not yet.')),
    attempts_left: Type.Object(
      {
        pickup: Type.Integer({ description: 'Tries left for the code at pickup.' }),
        delivery: Type.Integer({ description: 'Tries left for the code at the door.' }),
      },
      { title: 'CodesLeft', description: 'Wrong handoff codes that may still be tried.' },
    ),
    contact_attempts: Type.Array(ContactAttempt, {
      description: 'Tries to reach the recipient, the oldest first.',
    }),
    proof: ProofKept,
    next_steps: Type.Array(OneOf(driverSteps), { description: 'What the courier can do now.' }),
    version: Type.Integer({ description: 'Grows with every change.' }),
    livemode: Livemode,
  },
  {
    title: 'DriverJob',
    description: 'A delivery as its courier sees it: with the people at both ends, without handoff codes.',
  },
);
export type DriverJob = Static<typeof DriverJob>;

const from = exampleDeliverySummary;

/** The delivery of all examples, for the courier who has just taken it. */
export const exampleDriverJob = {
  job_number: from.job_number,
  kind: 'delivery',
  order_number: from.order_number,
  store_name: from.store_name,
  status: 'assigned',
  phase: 'to_pickup',
  service_level: from.service_level,
  pickup: {
    address: from.pickup_address,
    city: from.pickup_city,
    landmark: from.pickup_landmark,
    lat: from.pickup_lat,
    lng: from.pickup_lng,
    plus_code: from.pickup_plus_code,
    zone: from.pickup_zone,
    contact_name: from.pickup_contact_name,
    contact_phone: from.pickup_contact_phone,
    contact_phone_alt: null,
    instructions: from.pickup_instructions,
    call_url: 'tel:+23276123456',
    whatsapp_url: 'https://wa.me/23276123456',
    map_url: 'https://www.google.com/maps/search/?api=1&query=8.4863%2C-13.2349',
  },
  dropoff: {
    address: from.delivery_address,
    city: from.delivery_city,
    landmark: from.delivery_landmark,
    lat: from.delivery_lat,
    lng: from.delivery_lng,
    plus_code: from.delivery_plus_code,
    zone: from.delivery_zone,
    contact_name: from.recipient_name,
    contact_phone: from.recipient_phone,
    contact_phone_alt: from.recipient_phone_alt,
    instructions: from.delivery_instructions,
    call_url: 'tel:+23278234567',
    whatsapp_url: 'https://wa.me/23278234567',
    map_url: 'https://www.google.com/maps/search/?api=1&query=27%20Freetown%20Road%2C%20Lumley',
  },
  package_size: from.package_size,
  weight_kg: from.weight_kg,
  package_description: from.package_description,
  fragile: from.fragile,
  cod_amount: from.cod_amount,
  cod_status: from.cod_status,
  currency: from.currency,
  require_pickup_code: from.require_pickup_code,
  require_delivery_code: from.require_delivery_code,
  require_photo: from.require_photo,
  require_signature: from.require_signature,
  pickup_verified: false,
  delivery_verified: false,
  pickup_window_start: null,
  pickup_window_end: null,
  delivery_window_start: null,
  delivery_window_end: null,
  estimated_pickup_at: exampleTimes.pickup,
  estimated_delivery_at: exampleTimes.delivery,
  assigned_at: exampleTimes.assigned,
  picked_up_at: null,
  in_transit_at: null,
  delivered_at: null,
  failed_at: null,
  cancelled_at: null,
  arrived_pickup_at: null,
  arrived_dropoff_at: null,
  attempts_left: { pickup: 5, delivery: 5 },
  contact_attempts: [],
  proof: { photo: false, signature: false, recipient_name: null },
  next_steps: ['arrive_pickup', 'verify_pickup', 'fail'],
  version: 2,
  livemode: false,
};
