import { Type, type Static } from 'typebox';
import { AmountOut, MetadataOut, Nullable, OneOf, TimeOut } from '../schema.ts';
import {
  Currency,
  DeliveryLocationOut,
  FeeLine,
  Livemode,
  OrderStatus,
  PickupLocationOut,
  Status,
} from './schemas.ts';
import { cancelReasons, deliveryActors, deliveryKinds, failureReasons, noDriverReason } from './states.ts';
import { codStatuses, deliveryWarnings, packageSizes, serviceLevels, undeliverableActions } from './words.ts';

export const Driver = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    phone: Type.String(),
    vehicle_type: Type.String(),
    plate: Type.String(),
  },
  { title: 'Driver', description: 'Who carries the parcel.' },
);
export type Driver = Static<typeof Driver>;

export const DeliveryItem = Type.Object(
  {
    name: Type.String(),
    quantity: Type.Integer(),
    price: Nullable(AmountOut('Price of one.')),
    sku: Nullable(Type.String()),
  },
  { title: 'DeliveryItem', description: 'One line of what the parcel holds.' },
);

export const Cancellation = Type.Object(
  {
    reason: OneOf([...cancelReasons, noDriverReason], 'Why it was cancelled.'),
    note: Nullable(Type.String()),
    by: OneOf(deliveryActors, 'Who cancelled it.'),
    fee: AmountOut('What the cancellation costs.'),
    refund: AmountOut('What of the shipping fee goes back.'),
    at: TimeOut(),
  },
  { title: 'Cancellation', description: 'How a delivery was cancelled and what that costs.' },
);
export type Cancellation = Static<typeof Cancellation>;

export const DeliveryFailure = Type.Object(
  {
    reason: OneOf(failureReasons, 'Why it failed.'),
    note: Nullable(Type.String()),
    by: OneOf(deliveryActors, 'Who reported it.'),
    at: TimeOut(),
  },
  { title: 'DeliveryFailure', description: 'Why a delivery failed.' },
);
export type DeliveryFailure = Static<typeof DeliveryFailure>;

export const RelatedJob = Type.Object(
  { job_number: Type.String(), kind: OneOf(deliveryKinds) },
  {
    title: 'RelatedJob',
    description: 'Another job about the same parcel: its first try, its return, its redelivery.',
  },
);
export type RelatedJob = Static<typeof RelatedJob>;

export const HandoffProof = Type.Object(
  {
    photo_url: Nullable(Type.String({ description: 'A picture, kept 30 days.' })),
    signature_url: Nullable(Type.String({ description: 'A drawing, kept 30 days.' })),
    recipient_name: Nullable(Type.String({ description: 'Who took it.' })),
  },
  { title: 'HandoffProof', description: 'What shows that the parcel was handed over.' },
);
export type HandoffProof = Static<typeof HandoffProof>;

export const Rating = Type.Object(
  {
    stars: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: Nullable(Type.String()),
    by: OneOf(['merchant', 'recipient'], 'Who gave it.'),
    at: TimeOut(),
  },
  { title: 'Rating', description: 'How the delivery was found to be.' },
);
export type Rating = Static<typeof Rating>;

const time = Nullable(TimeOut());
const text = Nullable(Type.String());

const identity = {
  job_number: Type.String({ description: 'SHP-XXXX-XXXX.' }),
  transaction_id: Type.String(),
  order_number: Type.String(),
  store_name: Type.String(),
  kind: OneOf(deliveryKinds, 'An ordinary delivery, or one that follows another.'),
  original_job_number: Nullable(Type.String()),
  related_jobs: Type.Array(RelatedJob),
  status: Status,
  order_status: OrderStatus,
};

const price = {
  shipping_fee: AmountOut('Fixed when the delivery is created.'),
  currency: Currency,
  fee_breakdown: Type.Array(FeeLine),
  quote_id: text,
  batch_id: Type.Optional(
    Nullable(Type.String({ description: 'What groups deliveries that are fetched together.' })),
  ),
};

const codes = {
  pickup_code: Type.String({ description: 'Six digits; the merchant gives them to the driver at pickup.' }),
  delivery_code: Type.String({
    description: 'Six digits; the recipient gives them to the driver at the door.',
  }),
};

const parcel = {
  recipient_name: text,
  recipient_phone: Nullable(Type.String({ description: 'E.164.' })),
  recipient_phone_alt: Nullable(Type.String({ description: 'E.164.' })),
  recipient_note: Type.Optional(
    Nullable(Type.String({ description: 'What the recipient wrote to the courier on the tracking page.' })),
  ),
  package_size: OneOf(packageSizes),
  weight_kg: Type.Number(),
  declared_value: AmountOut('What the parcel is worth.'),
  package_description: text,
  fragile: Type.Boolean(),
  items: Type.Array(DeliveryItem),
  cod_amount: AmountOut('Cash to collect at the door.'),
  cod_status: OneOf(codStatuses, 'Where the cash stands.'),
  undeliverable_action: OneOf(undeliverableActions),
  require_pickup_code: Type.Boolean(),
  require_delivery_code: Type.Boolean(),
  require_photo: Type.Boolean(),
  require_signature: Type.Boolean(),
  notify_recipient: Type.Boolean(),
  erased_at: Type.Optional(
    TimeOut(
      'Only there once the recipient was forgotten: who that was and where is null, the address empty.',
    ),
  ),
};

const progress = {
  pickup_verified: Type.Boolean(),
  delivery_verified: Type.Boolean(),
  driver: Nullable(Driver),
  service_level: OneOf(serviceLevels),
  pickup_window_start: time,
  pickup_window_end: time,
  delivery_window_start: time,
  delivery_window_end: time,
  estimated_pickup_at: time,
  estimated_delivery_at: time,
  created_at: TimeOut(),
  updated_at: TimeOut(),
  assigned_at: time,
  picked_up_at: time,
  in_transit_at: time,
  delivered_at: time,
  completed_at: time,
  cancelled_at: time,
  failed_at: time,
  cancellation: Nullable(Cancellation),
  failure: Nullable(DeliveryFailure),
  proof: Nullable(HandoffProof),
  rating: Nullable(Rating),
  tracking_url: Type.String({
    description:
      "Beside the codes: the recipient's own page, which shows the delivery code and lets the recipient decide; for nobody else. In answers without codes: a page that only shows where the parcel is.",
  }),
  version: Type.Integer({ description: 'Grows with every change.' }),
  metadata: MetadataOut,
  livemode: Livemode,
};

/** A delivery as lists, dispatchers and drivers see it: without its handoff codes. */
export const DeliverySummary = Type.Object(
  { ...identity, ...price, ...PickupLocationOut, ...DeliveryLocationOut, ...parcel, ...progress },
  { title: 'DeliverySummary', description: 'A delivery without its handoff codes.' },
);
export type DeliverySummary = Static<typeof DeliverySummary>;

/** A delivery as its merchant sees it. */
export const Delivery = Type.Object(
  { ...identity, ...price, ...codes, ...PickupLocationOut, ...DeliveryLocationOut, ...parcel, ...progress },
  { title: 'Delivery', description: "A parcel's way from a merchant to a recipient." },
);
export type Delivery = Static<typeof Delivery>;

/** A delivery as its creation answers it. */
export const CreatedDelivery = Type.Object(
  {
    ...Delivery.properties,
    warnings: Type.Array(
      Type.Object(
        { code: OneOf(deliveryWarnings), message: Type.String() },
        {
          title: 'DeliveryWarning',
          description: 'What is worth knowing about a delivery that was made nevertheless.',
        },
      ),
    ),
  },
  { title: 'CreatedDelivery', description: 'The new delivery, and what is worth knowing about it.' },
);
export type CreatedDelivery = Static<typeof CreatedDelivery>;
