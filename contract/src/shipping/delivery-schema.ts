import { Type, type Static } from 'typebox';
import { AmountOut, Described, MetadataOut, Nullable, OneOf, TimeOut } from '../schema.ts';
import {
  CreatedAtOut,
  Currency,
  JobNumberOut,
  Livemode,
  OrderNumberOut,
  StoreNameOut,
  TransactionIdOut,
  UpdatedAtOut,
} from '../shared-fields.ts';
import { DeliveryLocationOut, FeeLine, OrderStatus, PickupLocationOut, Status } from './schemas.ts';
import { cancelReasons, deliveryActors, deliveryKinds, failureReasons, noDriverReason } from './states.ts';
import { DeliveryWarnings } from './warnings.ts';
import { codStatuses, packageSizes, serviceLevels, undeliverableActions } from './words.ts';

export const Driver = Type.Object(
  {
    id: Type.String({ description: '`drv_…`.' }),
    name: Type.String({ description: 'As the dispatcher entered it.' }),
    phone: Type.String({ description: 'E.164; shown to the merchant only.' }),
    vehicle_type: Type.String({ description: 'What the courier rides, `motorbike`.' }),
    plate: Type.String({ description: 'Number plate; empty where there is none.' }),
  },
  { title: 'Driver', description: 'Who carries the parcel.' },
);
export type Driver = Static<typeof Driver>;

export const DeliveryItem = Type.Object(
  {
    name: Type.String({ description: 'As the recipient reads it.' }),
    quantity: Type.Integer({ description: 'How many of it.' }),
    price: Nullable(AmountOut('Price of one; null: not said.')),
    sku: Nullable(Type.String({ description: "The merchant's own number of it; null: none." })),
  },
  { title: 'DeliveryItem', description: 'One line of what the parcel holds.' },
);

export const Cancellation = Type.Object(
  {
    reason: OneOf([...cancelReasons, noDriverReason], 'Why it was cancelled.'),
    note: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    by: OneOf(deliveryActors, 'Who cancelled it.'),
    fee: AmountOut('What the cancellation costs.'),
    refund: AmountOut('What of the shipping fee goes back.'),
    at: TimeOut('When it happened.'),
  },
  { title: 'Cancellation', description: 'How a delivery was cancelled and what that costs.' },
);
export type Cancellation = Static<typeof Cancellation>;

export const DeliveryFailure = Type.Object(
  {
    reason: OneOf(failureReasons, 'Why it failed.'),
    note: Nullable(Type.String({ description: 'What the courier noted; null: nothing.' })),
    by: OneOf(deliveryActors, 'Who reported it.'),
    at: TimeOut('When it happened.'),
  },
  { title: 'DeliveryFailure', description: 'Why a delivery failed.' },
);
export type DeliveryFailure = Static<typeof DeliveryFailure>;

export const RelatedJob = Type.Object(
  {
    job_number: JobNumberOut,
    kind: OneOf(deliveryKinds, 'What it is to this one: a return, or another try.'),
  },
  {
    title: 'RelatedJob',
    description: 'Another job about the same parcel: its first try, its return, its redelivery.',
  },
);
export type RelatedJob = Static<typeof RelatedJob>;

export const HandoffProof = Type.Object(
  {
    photo_url: Nullable(
      Type.String({ description: 'A picture, kept 30 days; null: none was taken, or it is gone.' }),
    ),
    signature_url: Nullable(
      Type.String({ description: 'A drawing, kept 30 days; null: none was taken, or it is gone.' }),
    ),
    recipient_name: Nullable(Type.String({ description: 'Who took it; null: nobody was named.' })),
  },
  { title: 'HandoffProof', description: 'What shows that the parcel was handed over.' },
);
export type HandoffProof = Static<typeof HandoffProof>;

export const Rating = Type.Object(
  {
    stars: Type.Integer({ description: '1, bad, to 5, good.', minimum: 1, maximum: 5 }),
    comment: Nullable(Type.String({ description: "In the recipient's words; null: none." })),
    by: OneOf(['merchant', 'recipient'], 'Who gave it.'),
    at: TimeOut('When it happened.'),
  },
  { title: 'Rating', description: 'How the delivery was found to be.' },
);
export type Rating = Static<typeof Rating>;

const text = Nullable(Type.String());

const identity = {
  job_number: Type.String({ description: 'SHP-XXXX-XXXX.' }),
  transaction_id: TransactionIdOut,
  order_number: OrderNumberOut,
  store_name: StoreNameOut,
  kind: OneOf(deliveryKinds, 'An ordinary delivery, or one that follows another.'),
  original_job_number: Nullable(
    Type.String({ description: 'The delivery that this one returns or tries again; null: it is the first.' }),
  ),
  related_jobs: Type.Array(RelatedJob, { description: 'Returns and other tries of it; empty: none.' }),
  status: Status,
  order_status: OrderStatus,
};

const price = {
  shipping_fee: AmountOut('Fixed when the delivery is created.'),
  currency: Currency,
  fee_breakdown: Type.Array(FeeLine, { description: 'What shipping_fee is made of, line by line.' }),
  rate_card_version: Nullable(
    Type.Integer({
      description: 'The rate card that shipping_fee was reckoned with; null: none, as for returns.',
    }),
  ),
  quote_id: Described(text, 'The quote that it was made from; null: none.'),
  batch_id: Type.Optional(
    Nullable(Type.String({ description: 'What groups deliveries that are fetched together; null: none.' })),
  ),
};

const codes = {
  pickup_code: Type.String({ description: 'Six digits; the merchant gives them to the driver at pickup.' }),
  delivery_code: Type.String({
    description: 'Six digits; the recipient gives them to the driver at the door.',
  }),
};

const parcel = {
  recipient_name: Described(text, 'Whom the courier asks for at the door; null: not said, or forgotten.'),
  recipient_phone: Nullable(Type.String({ description: 'E.164; null: none is known.' })),
  recipient_phone_alt: Nullable(Type.String({ description: 'E.164; null: none.' })),
  recipient_note: Type.Optional(
    Nullable(
      Type.String({
        description: 'What the recipient wrote to the courier on the tracking page; null: nothing.',
      }),
    ),
  ),
  package_size: OneOf(packageSizes, 'Size class of the parcel; prices depend on it.'),
  weight_kg: Type.Number({ description: 'In kilograms.' }),
  declared_value: AmountOut('What the parcel is worth.'),
  package_description: Described(text, 'What is in it, as couriers read it; null: not said.'),
  fragile: Type.Boolean({ description: 'Whether it breaks easily.' }),
  items: Type.Array(DeliveryItem, { description: 'What is in it, one by one; empty: not said.' }),
  cod_amount: AmountOut('Cash to collect at the door.'),
  cod_status: OneOf(codStatuses, 'Where the cash stands.'),
  undeliverable_action: OneOf(undeliverableActions, 'What becomes of it when nobody can be reached.'),
  require_pickup_code: Type.Boolean({ description: 'Whether the sender shows a code when it is picked up.' }),
  require_delivery_code: Type.Boolean({ description: 'Whether the recipient shows a code.' }),
  require_photo: Type.Boolean({ description: 'Whether a photo is needed to hand it over.' }),
  require_signature: Type.Boolean({ description: 'Whether a signature is needed to hand it over.' }),
  notify_recipient: Type.Boolean({ description: 'Whether the recipient gets messages.' }),
  erased_at: Type.Optional(
    TimeOut(
      'Only there once the recipient was forgotten: who that was and where is null, the address empty.',
    ),
  ),
};

const progress = {
  pickup_verified: Type.Boolean({ description: 'Whether the code at pickup was right.' }),
  delivery_verified: Type.Boolean({ description: 'Whether the code at the door was right.' }),
  driver: Nullable(Driver, 'Who carries it; null: nobody yet, or nobody any more.'),
  service_level: OneOf(serviceLevels, 'How fast it has to be.'),
  pickup_window_start: Nullable(TimeOut('Not picked up before; null: no window was asked for.')),
  pickup_window_end: Nullable(TimeOut('Picked up until then; null: no window was asked for.')),
  delivery_window_start: Nullable(TimeOut('Not delivered before; null: no window was asked for.')),
  delivery_window_end: Nullable(TimeOut('Delivered until then; null: no window was asked for.')),
  estimated_pickup_at: Nullable(TimeOut('When it is expected to be picked up; null: nothing is expected.')),
  estimated_delivery_at: Nullable(TimeOut('When it is expected at the door; null: nothing is expected.')),
  created_at: CreatedAtOut,
  updated_at: UpdatedAtOut,
  assigned_at: Nullable(TimeOut('When a courier got it; null: not yet.')),
  picked_up_at: Nullable(TimeOut('When the courier took it; null: not yet.')),
  in_transit_at: Nullable(TimeOut('When it set out for the recipient; null: not yet.')),
  delivered_at: Nullable(TimeOut('When it was handed over; null: it was not.')),
  completed_at: Nullable(TimeOut('When it was done with; null: not yet.')),
  cancelled_at: Nullable(TimeOut('When it was called off; null: it was not.')),
  failed_at: Nullable(TimeOut('When it failed; null: it did not.')),
  cancellation: Nullable(Cancellation, 'Who called it off and why; null: nobody did.'),
  failure: Nullable(DeliveryFailure, 'Why it failed; null: it did not.'),
  proof: Nullable(HandoffProof, 'What shows that it was handed over; null: it was not, or nothing was kept.'),
  rating: Nullable(Rating, 'What the recipient thinks of it; null: nothing was said.'),
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
    warnings: DeliveryWarnings,
  },
  { title: 'CreatedDelivery', description: 'The new delivery, and what is worth knowing about it.' },
);
export type CreatedDelivery = Static<typeof CreatedDelivery>;
