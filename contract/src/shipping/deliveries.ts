import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { answeredOnly, operation } from '../operation.ts';
import { OneOf, Text, TimeIn } from '../schema.ts';
import { CreateDeliveryBody } from './delivery-input.ts';
import { CreatedDelivery, Delivery, DeliverySummary } from './delivery-schema.ts';
import { exampleAssignedSummary, exampleDelivery, exampleJobNumber, exampleQuoteId } from './examples.ts';
import { PRICING_ERRORS } from './quote.ts';
import { JobNumberParams } from './schemas.ts';
import { Phone } from '../shared-fields.ts';
import { cancelReasons, deliveryStatuses } from './states.ts';
import { codStatuses } from './words.ts';

export const createDelivery = operation({
  id: 'createDelivery',
  method: 'POST',
  path: '/shipping/deliveries',
  tag: 'Shipping',
  summary: 'Create a delivery',
  description:
    'Needs delivery_address and delivery_city, or delivery_address_id. Sends shipping.delivery.created. The handoff codes are here, in that message and in getDelivery. `simulate` with a live key is refused with TEST_ONLY.',
  scope: 'shipping:write',
  status: 201,
  body: CreateDeliveryBody,
  readOnly: answeredOnly(CreatedDelivery, CreateDeliveryBody),
  answer: CreatedDelivery,
  errors: [
    ...PRICING_ERRORS,
    'INVALID_QUOTE',
    'TEST_ONLY',
    'QUOTE_EXPIRED',
    'QUOTE_ALREADY_USED',
    'QUOTE_MISMATCH',
    'DUPLICATE_DELIVERY',
    'INVALID_PHONE',
    'FEE_EXCEEDS_MAX',
    'NO_COURIERS_AVAILABLE',
  ],
  example: {
    body: {
      quote_id: exampleQuoteId,
      order_number: 'ORD-1042',
      transaction_id: 'txn_20261121_0042',
      pickup_address_id: 'adr_01m7yp4jy0ecrr6xxj687ag3x0',
      delivery_address: '27 Freetown Road',
      delivery_city: 'Lumley',
      delivery_landmark: 'Blue gate behind the police station',
      delivery_instructions: 'Call from the junction.',
      recipient_name: 'Fatmata Koroma',
      recipient_phone: '078 234567',
      weight_kg: 1.5,
      declared_value: 400,
      cod_amount: '400.00',
      package_description: 'Two country-cloth shirts',
      items: [{ name: 'Country-cloth shirt', quantity: 2, price: 200, sku: 'CCS-M' }],
      metadata: { till: 'front' },
    },
    answer: { ...exampleDelivery, warnings: [] },
  },
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/shipping/deliveries',
  tag: 'Shipping',
  summary: 'List deliveries',
  description: 'Newest first unless sorted otherwise. Without handoff codes: read one delivery to see them.',
  scope: 'shipping:read',
  list: true,
  csvPath: '/shipping/deliveries.csv',
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(deliveryStatuses),
    order_number: Type.Optional(Text(64, 'Those of this order.')),
    transaction_id: Type.Optional(Text(64, 'Those of this payment.')),
    delivery_city: Type.Optional(Text(80, 'Those to this city, as it was written.')),
    recipient_phone: Type.Optional(Phone),
    cod_status: SeveralOf(codStatuses, 'One state of its cash'),
    late: Type.Optional(
      Type.Boolean({ description: 'Those alone that are under way and behind their time.' }),
    ),
    created_from: Type.Optional(TimeIn('Created at or after.')),
    created_to: Type.Optional(TimeIn('Created before.')),
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
  }),
  answer: DeliverySummary,
  errors: ['INVALID_PHONE'],
  example: { query: { status: 'pending,assigned', limit: 20 }, answer: exampleAssignedSummary },
});

export const getDelivery = operation({
  id: 'getDelivery',
  method: 'GET',
  path: '/shipping/deliveries/:jobNumber',
  tag: 'Shipping',
  summary: 'Read a delivery',
  description: 'With its handoff codes.',
  scope: 'shipping:read',
  status: 200,
  params: JobNumberParams,
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND'],
  example: { params: { jobNumber: exampleJobNumber }, answer: exampleDelivery },
});

export const cancelDelivery = operation({
  id: 'cancelDelivery',
  method: 'POST',
  path: '/shipping/deliveries/:jobNumber/cancel',
  tag: 'Shipping',
  summary: 'Cancel a delivery',
  description:
    'Free while pending and up to 5 minutes after a driver was assigned, then for the fee of the rate card until pickup; afterwards ask for a return. A delivery already cancelled is answered again.',
  scope: 'shipping:write',
  status: 200,
  params: JobNumberParams,
  body: Type.Object({
    reason: Type.Optional(OneOf(cancelReasons, 'Why; default other.')),
    note: Type.Optional(Text(280, 'Stands in the timeline, up to 280 characters.')),
  }),
  bodyOptional: true,
  answer: Delivery,
  errors: ['DELIVERY_NOT_FOUND', 'CANCELLATION_NOT_ALLOWED'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { reason: 'customer_cancelled', note: 'Bought it in the shop instead.' },
    answer: {
      ...exampleDelivery,
      status: 'cancelled',
      order_status: 'cancelled',
      cancellation: {
        reason: 'customer_cancelled',
        note: 'Bought it in the shop instead.',
        by: 'merchant',
        fee: 0,
        refund: 57.5,
        at: '2026-11-21T09:16:05.402Z',
      },
      cancelled_at: '2026-11-21T09:16:05.402Z',
      updated_at: '2026-11-21T09:16:05.402Z',
      cod_status: 'none',
      version: 2,
    },
  },
});
