import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountOut, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { PricedFields } from './delivery-input.ts';
import {
  exampleFee,
  exampleFreetownZone,
  exampleLumleyZone,
  exampleQuoteId,
  exampleTimes,
} from './examples.ts';
import { DeliveryLocation, FeeLine, PickupLocation, ZoneReference } from './schemas.ts';
import { DeliveryWarnings } from './warnings.ts';
import { Currency, Livemode } from '../shared-fields.ts';
import { distanceSources, serviceLevels } from './words.ts';

/** What a place, a parcel or a service can make impossible; the same for a quote and for a delivery. */
export const PRICING_ERRORS = Object.freeze([
  'AMOUNT_PRECISION',
  'ADDRESS_NOT_FOUND',
  'PICKUP_ADDRESS_REQUIRED',
  'ADDRESS_AMBIGUOUS',
  'ADDRESS_MISMATCH',
  'ZONE_NOT_SERVICED',
  'ZONE_UNCERTAIN',
  'ROUTE_NOT_SERVICED',
  'DISTANCE_TOO_LONG',
  'PACKAGE_TOO_LARGE',
  'OUTSIDE_OPERATING_HOURS',
  'INVALID_TIME_WINDOW',
  'COD_NOT_AVAILABLE',
  'COD_LIMIT_EXCEEDED',
] as const);

export const Quote = Type.Object(
  {
    quote_id: Type.String({ description: 'Send it to createDelivery together with the same priced fields.' }),
    shipping_fee: AmountOut('What the delivery costs.'),
    currency: Currency,
    fee_breakdown: Type.Array(FeeLine, { description: 'What shipping_fee is made of, line by line.' }),
    distance_km: Type.Number({ description: 'In kilometres, from pickup to door.' }),
    distance_source: OneOf(distanceSources, 'What the distance was taken from.'),
    pickup_zone: ZoneReference,
    delivery_zone: ZoneReference,
    service_level: OneOf(serviceLevels, 'How fast it has to be.'),
    eta_minutes: Type.Integer({ description: 'Minutes from now to the delivery.' }),
    estimated_pickup_at: TimeOut('When it would be picked up.'),
    estimated_delivery_at: TimeOut('When it would be at the door.'),
    expires_at: TimeOut('When it stops holding.'),
    rate_card_version: Type.Integer({ description: 'The rate card that it was reckoned with.' }),
    warnings: DeliveryWarnings,
    livemode: Livemode,
  },
  { title: 'Quote', description: 'What a delivery would cost, and until when that holds.' },
);
export type Quote = Static<typeof Quote>;

export const getQuote = operation({
  id: 'getQuote',
  method: 'GET',
  path: '/shipping/quote',
  tag: 'Shipping',
  summary: 'Get a shipping quote',
  description:
    "Only the place of delivery is required: delivery_city, delivery_address_id, coordinates or a plus code. Without pickup fields the merchant's default pickup address counts.",
  scope: 'shipping:read',
  status: 200,
  query: Type.Object({
    ...PickupLocation,
    ...DeliveryLocation,
    ...PricedFields,
    pickup_at: Type.Optional(TimeIn('When the parcel can be fetched, at most 30 days ahead; default now.')),
    from: Type.Optional(Text(80, 'The same as pickup_city.')),
    to: Type.Optional(Text(80, 'The same as delivery_city.')),
    weight: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'The same as weight_kg.' }),
    ),
  }),
  answer: Quote,
  errors: PRICING_ERRORS,
  example: {
    query: { pickup_city: 'Freetown', delivery_city: 'Lumley', weight_kg: 1.5, cod_amount: 400 },
    answer: {
      quote_id: exampleQuoteId,
      ...exampleFee,
      distance_km: 9.6,
      distance_source: 'haversine',
      pickup_zone: exampleFreetownZone,
      delivery_zone: exampleLumleyZone,
      service_level: 'standard',
      eta_minutes: 66,
      estimated_pickup_at: exampleTimes.pickup,
      estimated_delivery_at: exampleTimes.delivery,
      expires_at: '2026-11-21T09:44:00.000Z',
      rate_card_version: 1,
      warnings: [],
      livemode: false,
    },
  },
});
