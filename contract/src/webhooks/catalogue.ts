import type { EventDescription } from './event-description.ts';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../schema.ts';
import { EndpointIdOut } from '../shared-fields.ts';
import { customerEvents } from './customer-events.ts';
import { cashEvents } from './cash-events.ts';
import { exampleEndpointId } from './examples.ts';
import { invoiceEvents } from './invoice-events.ts';
import { inventoryEvents } from './inventory-events.ts';
import { moneyEvents } from './money-events.ts';
import { paymentEvents } from './payment-events.ts';
import { productEvents } from './product-events.ts';
import { receiptEvents } from './receipt-events.ts';
import { saleEvents } from './sale-events.ts';
import { scanEvents } from './scan-events.ts';
import { shippingEvents } from './shipping-events.ts';
import { ticketEvents } from './ticket-events.ts';
import { ticketOrderEvents } from './ticket-order-events.ts';
import { ticketingEvents } from './ticketing-events.ts';

const endpointInTrouble = {
  endpoint_id: EndpointIdOut,
  url: Type.String({ description: 'Where messages went.' }),
  description: Nullable(Type.String({ description: "The merchant's own words for it; null: none." })),
  failing_since: Type.String({ description: 'ISO 8601.' }),
  failed_attempts: Type.Integer({ description: 'Attempts that failed one after the other.' }),
  failed_deliveries: Type.Integer({ description: 'Deliveries given up.' }),
  last_failure: Nullable(Type.String({ description: 'What the last failure said; null: none.' })),
};

const EndpointFailing = Type.Object(
  {
    ...endpointInTrouble,
    percent: Type.Integer({
      description: '50, 70, 90 or 100: how much of the time is over after which it is disabled.',
    }),
    disables_at: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'EndpointFailingEvent', description: 'An endpoint has not answered for long.' },
);

const EndpointDisabled = Type.Object(
  {
    ...endpointInTrouble,
    reason: OneOf(['failing', 'gone'], 'failing: nothing but failures for too long; gone: it answered 410.'),
    recoverable_until: Type.String({
      description: 'Until when what it missed from now on can be sent again; ISO 8601.',
    }),
  },
  {
    title: 'EndpointDisabledEvent',
    description:
      'An endpoint was disabled, because nothing succeeded for five days or because it said that it is gone.',
  },
);

const EndpointMoved = Type.Object(
  {
    endpoint_id: EndpointIdOut,
    url: Type.String({ description: 'Where it is now.' }),
    previous_url: Type.String({ description: 'Where messages went before.' }),
    description: Nullable(Type.String({ description: "The merchant's own words for it; null: none." })),
    key_id: Type.String({ description: 'The API key that moved it.' }),
    moved_at: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'EndpointMovedEvent', description: 'An endpoint was given another url.' },
);

const exampleTrouble = {
  endpoint_id: exampleEndpointId,
  url: 'https://shop.example.sl/hooks/cottontree',
  description: 'Web shop',
  failing_since: '2026-11-16T09:14:00.000Z',
  failed_attempts: 48,
  failed_deliveries: 12,
  last_failure: 'Your server answered 503. It is not available: check that it is running and not overloaded.',
};

const WebhookTest = Type.Object(
  { endpoint_id: EndpointIdOut, message: Type.String({ description: 'A greeting; nothing happened.' }) },
  { title: 'WebhookTestEvent', description: 'Sent on request, to see that an endpoint answers.' },
);

const catalogue = {
  ...shippingEvents,
  'webhooks.endpoint.failing': {
    kind: 'webhooks.endpoint.failing',
    default: false,
    summary:
      'One of your endpoints has not answered for long and will be disabled. Sent to your other endpoints.',
    data: EndpointFailing,
    example: { ...exampleTrouble, percent: 70, disables_at: '2026-11-21T09:14:00.000Z' },
  },
  'webhooks.endpoint.disabled': {
    kind: 'webhooks.endpoint.disabled',
    default: false,
    summary: 'One of your endpoints was disabled. Sent to your other endpoints.',
    data: EndpointDisabled,
    example: { ...exampleTrouble, reason: 'failing', recoverable_until: '2026-12-21T09:14:00.000Z' },
  },
  'webhooks.endpoint.moved': {
    kind: 'webhooks.endpoint.moved',
    default: false,
    summary: 'One of your endpoints was given another url. Sent to your other endpoints.',
    data: EndpointMoved,
    example: {
      endpoint_id: exampleEndpointId,
      url: 'https://new.example.sl/hooks/cottontree',
      previous_url: 'https://shop.example.sl/hooks/cottontree',
      description: 'Web shop',
      key_id: 'key_01m7yp4pv0fhb94kz68t4m6rpe',
      moved_at: '2026-11-21T09:14:00.000Z',
    },
  },
  'webhook.test': {
    kind: 'webhook.test',
    default: false,
    summary: 'Sent by testWebhook, logged, never retried.',
    data: WebhookTest,
    example: { endpoint_id: exampleEndpointId, message: 'Hello from Cottontree.' },
  },
  ...paymentEvents,
  ...moneyEvents,
  ...customerEvents,
  ...cashEvents,
  ...productEvents,
  ...invoiceEvents,
  ...ticketingEvents,
  ...ticketEvents,
  ...ticketOrderEvents,
  ...scanEvents,
  ...saleEvents,
  ...receiptEvents,
  ...inventoryEvents,
} as const satisfies Record<string, EventDescription>;

/** The name of a kind of event. */
export type EventKind = keyof typeof catalogue;

/** Every kind of event this version sends, by name. */
export const eventCatalogue: Readonly<Record<EventKind, EventDescription>> = Object.freeze(catalogue);

export const eventKinds = Object.freeze(Object.keys(catalogue) as EventKind[]);

/** What an endpoint may subscribe to: all default kinds, those of one capability, or kinds by name. */
export const eventSubscriptions = Object.freeze([
  '*',
  'shipping.*',
  'payment.*',
  'refund.*',
  'payment_link.*',
  'payout.*',
  'reconciliation.*',
  'invoice.*',
  'credit_note.*',
  'customer.*',
  'pos.*',
  'event.*',
  'ticket_type.*',
  'ticket_order.*',
  'ticket.*',
  'waitlist.*',
  ...eventKinds,
] as const);
export type EventSubscription = (typeof eventSubscriptions)[number];

export const Subscription = OneOf(
  eventSubscriptions,
  'A kind of event, or several: * means all default kinds, shipping.* and payment.* those of one capability.',
);
export const Kind = OneOf(eventKinds, 'A kind of event.');

/** The fields of a kind's `data.object`, in the order in which they are sent. */
export function dataFields(kind: EventKind): readonly string[] {
  return Object.keys(eventCatalogue[kind].data.properties);
}

/** Whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(catalogue, text);
}
