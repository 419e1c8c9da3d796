import { Type, type TObject } from 'typebox';
import { AmountOut, Nullable, OneOf } from '../schema.ts';
import { exampleDelivery, exampleDriver } from '../shipping/examples.ts';
import { OrderStatus, Status } from '../shipping/schemas.ts';
import { exampleEndpointId } from './examples.ts';

/** What receivers are told of one kind of event. */
export type EventDescription = {
  readonly kind: string;
  /** Whether `*` and `shipping.*` include it; other kinds reach only endpoints that name them. */
  readonly default: boolean;
  readonly summary: string;
  /** The schema of `data.object`, its fields in the order in which they are sent. */
  readonly data: TObject;
  readonly example: Readonly<Record<string, unknown>>;
};

const DeliveryCreated = Type.Object(
  {
    job_number: Type.String(),
    transaction_id: Type.String(),
    order_number: Type.String(),
    store_name: Type.String(),
    delivery_address: Type.String(),
    delivery_city: Type.String(),
    pickup_code: Type.String(),
    delivery_code: Type.String(),
    shipping_fee: AmountOut('NLe, fixed from now on.'),
    status: Status,
  },
  { title: 'DeliveryCreatedEvent', description: 'A delivery was created.' },
);

const StatusUpdated = Type.Object(
  {
    transaction_id: Type.String(),
    job_number: Type.String(),
    status: Status,
    order_status: OrderStatus,
    pickup_verified: Type.Boolean(),
    delivery_verified: Type.Boolean(),
    order_number: Type.String(),
  },
  { title: 'StatusUpdatedEvent', description: 'A delivery entered a status.' },
);

const DriverChanged = Type.Object(
  {
    job_number: Type.String(),
    order_number: Type.String(),
    transaction_id: Type.String(),
    driver: Nullable(Type.Object({ id: Type.String(), name: Type.String(), vehicle_type: Type.String(), plate: Type.String() })),
    previous_driver_id: Nullable(Type.String()),
  },
  { title: 'DriverChangedEvent', description: 'An assigned delivery got another driver, or lost the one it had.' },
);

const WebhookTest = Type.Object(
  { endpoint_id: Type.String(), message: Type.String() },
  { title: 'WebhookTestEvent', description: 'Sent on request, to see that an endpoint answers.' },
);

const catalogue = {
  'shipping.delivery.created': {
    kind: 'shipping.delivery.created',
    default: true,
    summary: 'A delivery was created.',
    data: DeliveryCreated,
    example: {
      job_number: exampleDelivery.job_number,
      transaction_id: exampleDelivery.transaction_id,
      order_number: exampleDelivery.order_number,
      store_name: exampleDelivery.store_name,
      delivery_address: exampleDelivery.delivery_address,
      delivery_city: exampleDelivery.delivery_city,
      pickup_code: exampleDelivery.pickup_code,
      delivery_code: exampleDelivery.delivery_code,
      shipping_fee: exampleDelivery.shipping_fee,
      status: 'pending',
    },
  },
  'shipping.status.updated': {
    kind: 'shipping.status.updated',
    default: true,
    summary: 'A delivery entered a status: driver assigned, picked up, in transit, delivered, completed, cancelled or failed.',
    data: StatusUpdated,
    example: {
      transaction_id: exampleDelivery.transaction_id,
      job_number: exampleDelivery.job_number,
      status: 'in_transit',
      order_status: 'shipped',
      pickup_verified: true,
      delivery_verified: false,
      order_number: exampleDelivery.order_number,
    },
  },
  'shipping.driver.changed': {
    kind: 'shipping.driver.changed',
    default: false,
    summary: 'An assigned delivery got another driver, or lost the one it had.',
    data: DriverChanged,
    example: {
      job_number: exampleDelivery.job_number,
      order_number: exampleDelivery.order_number,
      transaction_id: exampleDelivery.transaction_id,
      driver: { id: exampleDriver.id, name: exampleDriver.name, vehicle_type: exampleDriver.vehicle_type, plate: exampleDriver.plate },
      previous_driver_id: 'drv_01m7yp4nvr0000000000000001',
    },
  },
  'webhook.test': {
    kind: 'webhook.test',
    default: false,
    summary: 'Sent by testWebhook, logged, never retried.',
    data: WebhookTest,
    example: { endpoint_id: exampleEndpointId, message: 'Hello from Cottontree.' },
  },
} as const satisfies Record<string, EventDescription>;

/** The name of a kind of event. */
export type EventKind = keyof typeof catalogue;

/** Every kind of event this version sends, by name. */
export const eventCatalogue: Readonly<Record<EventKind, EventDescription>> = Object.freeze(catalogue);

export const eventKinds = Object.freeze(Object.keys(catalogue) as EventKind[]);

/** What an endpoint may subscribe to: all default kinds, those of one capability, or kinds by name. */
export const eventSubscriptions = Object.freeze(['*', 'shipping.*', ...eventKinds] as const);
export type EventSubscription = (typeof eventSubscriptions)[number];

export const Subscription = OneOf(eventSubscriptions, 'A kind of event, * or shipping.*; the latter two mean the default kinds.');
export const Kind = OneOf(eventKinds, 'A kind of event.');

/** The fields of a kind's `data.object`, in the order in which they are sent. */
export function dataFields(kind: EventKind): readonly string[] {
  return Object.keys(eventCatalogue[kind].data.properties);
}

/** Whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(catalogue, text);
}
