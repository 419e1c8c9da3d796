import { Type, type Static } from 'typebox';
import { AmountIn, Metadata, OneOf, Text, TimeIn } from '../schema.ts';
import { DeliveryLocation, PickupLocation } from './schemas.ts';
import { Phone } from '../shared-fields.ts';
import { failureReasons } from './states.ts';
import { packageSizes, serviceLevels, undeliverableActions } from './words.ts';

export const simulationOutcomes = Object.freeze([
  'delivered',
  'failed',
  'cancelled',
  'no_driver',
  'returned',
] as const);
export type SimulationOutcome = (typeof simulationOutcomes)[number];

/** An amount from 0 to 100,000; the bounds of decimal text are the handler's to check. */
const capped = (description: string) =>
  Type.Unsafe<number | string>({ ...AmountIn(description), minimum: 0, maximum: 100_000 });

const orderText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w.\\-#/]+$', description });

/** What sets the price, in the quote's query and in the body of a creation alike. */
export const PricedFields = {
  allow_catch_all: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether a place that is in no town or area we know may be priced by the catch-all zone, with a warning; false refuses it with ZONE_UNCERTAIN.',
    }),
  ),
  weight_kg: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 100, default: 1, description: 'Weight in kilograms.' }),
  ),
  package_size: Type.Optional(
    Type.Unsafe<(typeof packageSizes)[number]>({
      ...OneOf(packageSizes, 'How bulky the parcel is.'),
      default: 'small',
    }),
  ),
  declared_value: Type.Optional(capped('What the parcel is worth, 0 to 100,000; default 0.')),
  cod_amount: Type.Optional(capped('Cash to collect at the door, 0 to 100,000; default 0.')),
  service_level: Type.Optional(
    Type.Unsafe<(typeof serviceLevels)[number]>({
      ...OneOf(serviceLevels, 'How fast it goes.'),
      default: 'standard',
    }),
  ),
  batch_id: Type.Optional(
    orderText(
      'Groups deliveries that are fetched together in one zone; where the rate card says so, later ones cost less.',
    ),
  ),
};

export const DeliveryItemInput = Type.Object(
  {
    name: Text(120, 'As the recipient reads it.'),
    quantity: Type.Integer({ description: 'How many of it.', minimum: 1, maximum: 9999 }),
    price: Type.Optional(AmountIn('Price of one.')),
    sku: Type.Optional(Text(64, 'Your own number of it, up to 64 characters.')),
  },
  { title: 'DeliveryItemInput', description: 'One line of what the parcel holds.' },
);

export const Simulation = Type.Object(
  {
    mode: Type.Optional(
      Type.Unsafe<'auto'>({ ...OneOf(['auto'], 'The job moves by itself.'), default: 'auto' }),
    ),
    step_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 300,
        default: 10,
        description: 'Seconds from one status to the next.',
      }),
    ),
    outcome: Type.Optional(
      Type.Unsafe<SimulationOutcome>({
        ...OneOf(simulationOutcomes),
        default: 'delivered',
        description: 'How the simulated delivery ends; default delivered.',
      }),
    ),
    reason: Type.Optional(OneOf(failureReasons, 'Why it fails, where the outcome is failed or returned.')),
    wrong_codes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5,
        default: 0,
        description: 'Wrong delivery codes entered before the right one.',
      }),
    ),
  },
  { title: 'Simulation', description: 'Test keys only: moves the job by itself.' },
);
export type Simulation = Static<typeof Simulation>;

const flag = (byDefault: boolean, description: string) =>
  Type.Optional(Type.Boolean({ default: byDefault, description }));

const parties = {
  order_number: Type.Optional(orderText("The merchant's number of the order; made when absent.")),
  transaction_id: Type.Optional(orderText("The merchant's number of the payment; made when absent.")),
  store_name: Type.Optional(Text(120, "Default: the merchant's store name.")),
  pickup_contact_name: Type.Optional(Text(120, 'Whom the courier asks for at pickup.')),
  pickup_contact_phone: Type.Optional(Phone),
  pickup_instructions: Type.Optional(
    Text(280, 'What the courier should know at pickup, up to 280 characters.'),
  ),
  delivery_instructions: Type.Optional(
    Text(280, 'What the courier should know at the door, up to 280 characters.'),
  ),
  recipient_name: Type.Optional(Text(120, 'Whom the courier asks for at the door.')),
  recipient_phone: Type.Optional(
    Type.String({
      ...Phone,
      description: 'Where the delivery code is sent; without it the merchant passes the code on.',
    }),
  ),
  recipient_phone_alt: Type.Optional(Phone),
};

const windows = {
  pickup_window_start: Type.Optional(TimeIn('Not before now, at most 30 days ahead.')),
  pickup_window_end: Type.Optional(TimeIn('At least 30 minutes after its start.')),
  delivery_window_start: Type.Optional(TimeIn('Not before now, at most 30 days ahead.')),
  delivery_window_end: Type.Optional(TimeIn('At least 30 minutes after its start.')),
};

export const CreateDeliveryBody = Type.Object(
  {
    quote_id: Type.Optional(
      Text(2048, 'From getQuote; every priced field must be repeated. Priced now when absent.'),
    ),
    max_shipping_fee: Type.Optional(AmountIn('Refuses the delivery when its fee would be higher.')),
    ...PickupLocation,
    ...DeliveryLocation,
    ...parties,
    ...PricedFields,
    ...windows,
    package_description: Type.Optional(Text(280, 'What is in it, as couriers read it.')),
    fragile: flag(false, 'Handle with care.'),
    items: Type.Optional(
      Type.Array(DeliveryItemInput, {
        description: 'What is in it, one by one, at most 100.',
        maxItems: 100,
      }),
    ),
    undeliverable_action: Type.Optional(
      Type.Unsafe<(typeof undeliverableActions)[number]>({
        ...OneOf(undeliverableActions, 'What becomes of a parcel nobody takes.'),
        default: 'return',
      }),
    ),
    require_pickup_code: flag(true, 'The driver must enter the pickup code.'),
    require_delivery_code: flag(true, 'The driver must enter the delivery code.'),
    require_photo: flag(false, 'The driver must take a photo.'),
    require_signature: flag(false, 'The recipient must sign.'),
    notify_recipient: flag(true, 'Send the recipient messages.'),
    allow_duplicate: flag(false, 'Allow a second active delivery with the same order_number.'),
    metadata: Type.Optional(Metadata),
    simulate: Type.Optional(Simulation),
  },
  {
    title: 'CreateDeliveryBody',
    description: 'Needs delivery_address and delivery_city, or delivery_address_id.',
  },
);
export type CreateDeliveryBody = Static<typeof CreateDeliveryBody>;
