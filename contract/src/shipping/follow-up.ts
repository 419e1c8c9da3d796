import { Type, type Static } from 'typebox';
import { answeredOnly, operation } from '../operation.ts';
import { AmountIn, Metadata, Nullable, OneOf, Text, TimeIn } from '../schema.ts';
import { Delivery } from './delivery-schema.ts';
import { exampleDelivery, exampleJobNumber, exampleOtherJobNumber } from './examples.ts';
import { PRICING_ERRORS } from './quote.ts';
import { DeliveryLocation, JobNumberParams } from './schemas.ts';
import { Lat, Lng, Phone } from '../shared-fields.ts';
import { handoffTypes } from './states.ts';

const original = [{ job_number: exampleJobNumber, kind: 'delivery' as const }];
/** What can stand against a redelivery; where it is fetched, and whether anywhere will do, the failed job has settled. */
export const REDELIVERY_ERRORS = Object.freeze(
  PRICING_ERRORS.filter(
    (code): code is Exclude<typeof code, 'PICKUP_ADDRESS_REQUIRED' | 'ZONE_UNCERTAIN'> =>
      code !== 'PICKUP_ADDRESS_REQUIRED' && code !== 'ZONE_UNCERTAIN',
  ),
);
const failedAt = '2026-11-21T10:31:00.000Z';

export const UpdateDeliveryBody = Type.Object(
  {
    recipient_name: Type.Optional(
      Nullable(Text(120, 'Whom the courier asks for at the door; null: nobody.')),
    ),
    recipient_phone: Type.Optional(Nullable(Phone)),
    recipient_phone_alt: Type.Optional(Nullable(Phone)),
    delivery_address: Type.Optional(
      Type.String({ minLength: 3, maxLength: 300, description: 'The same place in better words.' }),
    ),
    delivery_landmark: Type.Optional(
      Nullable(Text(200, 'What couriers look out for at the door; null: nothing.')),
    ),
    delivery_instructions: Type.Optional(
      Nullable(Text(280, 'What the courier should know at the door; null: nothing.')),
    ),
    delivery_lat: Type.Optional(
      Nullable(Lat, 'Latitude of the pin, WGS 84 degrees; null, as delivery_lng then is: no pin.'),
    ),
    delivery_lng: Type.Optional(
      Nullable(Lng, 'Longitude of the pin, WGS 84 degrees; null, as delivery_lat then is: no pin.'),
    ),
    delivery_plus_code: Type.Optional(
      Nullable(
        Text(40, "The pin instead, full, or short with the delivery's city as its reference; null: none."),
      ),
    ),
    pickup_contact_name: Type.Optional(
      Nullable(Text(120, 'Whom the courier asks for at pickup; null: nobody.')),
    ),
    pickup_contact_phone: Type.Optional(Nullable(Phone)),
    pickup_instructions: Type.Optional(
      Nullable(Text(280, 'What the courier should know at pickup; null: nothing.')),
    ),
    cod_amount: Type.Optional(AmountIn('Cash to collect; at most the amount that the fee was priced with.')),
    notify_recipient: Type.Optional(
      Type.Boolean({ description: 'Whether the recipient gets messages from now on.' }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'UpdateDeliveryBody', description: 'The fields to change; null empties one.' },
);
export type UpdateDeliveryBody = Static<typeof UpdateDeliveryBody>;

export const updateDelivery = operation({
  id: 'updateDelivery',
  method: 'PATCH',
  path: '/shipping/deliveries/:jobNumber',
  tag: 'Shipping',
  summary: 'Change a delivery',
  description:
    "Until pickup, every field of the body; from then until it is delivered, the recipient's phones and the pin; metadata always. A new pin must lie in the same zone, so the fee stays. With If-Match, only if the delivery is still as the caller last read it.",
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  body: UpdateDeliveryBody,
  readOnly: answeredOnly(Delivery, UpdateDeliveryBody),
  answer: Delivery,
  errors: [
    'AMOUNT_PRECISION',
    'DELIVERY_NOT_FOUND',
    'STATE_CONFLICT',
    'PRECONDITION_FAILED',
    'ZONE_NOT_SERVICED',
    'ADDRESS_AMBIGUOUS',
    'ADDRESS_MISMATCH',
    'COD_LIMIT_EXCEEDED',
    'INVALID_PHONE',
  ],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { recipient_phone: '078 765432', delivery_landmark: 'Green gate, second after the mosque' },
    answer: {
      ...exampleDelivery,
      recipient_phone: '+23278765432',
      delivery_landmark: 'Green gate, second after the mosque',
      updated_at: '2026-11-21T09:16:05.402Z',
      version: 2,
    },
  },
});

export const reissueCode = operation({
  id: 'reissueCode',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/reissue-code',
  tag: 'Shipping',
  summary: 'Make a new handoff code',
  description:
    'The old code dies, a locked handoff opens again with five tries. At most three times for each of the two codes. Sends shipping.code.reissued to endpoints that name it; the recipient is told the new delivery code.',
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({ type: OneOf(handoffTypes, 'Which code.') }),
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT', 'TOO_MANY_REISSUES', 'DELIVERY_NOT_ACTIVE'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { type: 'delivery' },
    answer: {
      ...exampleDelivery,
      delivery_code: '150982',
      updated_at: '2026-11-21T09:16:05.402Z',
      version: 2,
    },
  },
});

export const returnDelivery = operation({
  id: 'returnDelivery',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/return',
  tag: 'Shipping',
  summary: 'Have a failed parcel brought back',
  description:
    'Makes the return job of a delivery that failed after pickup: the ends swapped, with a number and codes of its own, for half the shipping fee. Where undeliverable_action is `return` it exists already and is answered with 200.',
  scope: 'shipping:write',
  status: 201,
  otherStatuses: [200],
  params: JobNumberParams,
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { jobNumber: exampleJobNumber },
    answer: {
      ...exampleDelivery,
      job_number: exampleOtherJobNumber,
      kind: 'return',
      original_job_number: exampleJobNumber,
      related_jobs: original,
      shipping_fee: 28.5,
      fee_breakdown: [{ code: 'return', label: 'Return, half of NLe 57.50', amount: 28.5 }],
      cod_amount: 0,
      cod_status: 'none',
      created_at: failedAt,
      updated_at: failedAt,
    },
  },
});

export const redeliverDelivery = operation({
  id: 'redeliverDelivery',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/redeliver',
  tag: 'Shipping',
  summary: 'Try a failed delivery again',
  description:
    'Makes a new job for the same parcel, priced now, with the same fields unless the body says otherwise. A return that nobody has begun is cancelled free of charge.',
  scope: 'shipping:write',
  status: 201,
  params: JobNumberParams,
  body: Type.Object(
    {
      ...DeliveryLocation,
      delivery_instructions: Type.Optional(
        Text(280, 'What the courier should know at the door, up to 280 characters.'),
      ),
      recipient_name: Type.Optional(Text(120, 'Whom the courier asks for at the door.')),
      recipient_phone: Type.Optional(Phone),
      delivery_window_start: Type.Optional(TimeIn('Not before now, at most 30 days ahead.')),
      delivery_window_end: Type.Optional(TimeIn('At least 30 minutes after its start.')),
      max_shipping_fee: Type.Optional(AmountIn('Refuses when the fee would be higher.')),
    },
    { title: 'RedeliverBody', description: 'What is to be different this time.' },
  ),
  bodyOptional: true,
  answer: Delivery,
  errors: [
    ...REDELIVERY_ERRORS,
    'DELIVERY_NOT_FOUND',
    'STATE_CONFLICT',
    'INVALID_PHONE',
    'FEE_EXCEEDS_MAX',
    'NO_COURIERS_AVAILABLE',
  ],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { delivery_landmark: 'Ask at the pharmacy' },
    answer: {
      ...exampleDelivery,
      job_number: exampleOtherJobNumber,
      kind: 'redelivery',
      original_job_number: exampleJobNumber,
      related_jobs: original,
      delivery_landmark: 'Ask at the pharmacy',
      created_at: failedAt,
      updated_at: failedAt,
    },
  },
});

export const rateDelivery = operation({
  id: 'rateDelivery',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/rate',
  tag: 'Shipping',
  summary: 'Rate a delivery',
  description:
    'From 1 to 5 stars, once it is delivered and for 30 days. A later rating replaces the one before.',
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    stars: Type.Integer({ description: '1, bad, to 5, good.', minimum: 1, maximum: 5 }),
    comment: Type.Optional(Text(500, "In the recipient's words, up to 500 characters.")),
  }),
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { stars: 5, comment: 'Came early and called first.' },
    answer: {
      ...exampleDelivery,
      status: 'completed',
      order_status: 'completed',
      rating: {
        stars: 5,
        comment: 'Came early and called first.',
        by: 'merchant',
        at: '2026-11-21T11:02:00.000Z',
      },
      version: 7,
    },
  },
});
