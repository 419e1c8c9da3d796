import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { PageQuery, Text, TimeIn } from '../schema.ts';
import { Kind, eventCatalogue } from './catalogue.ts';
import {
  exampleBody,
  exampleDeliveryListed,
  exampleEndpointId,
  exampleMessage,
  exampleMessageId,
  exampleSecret,
  exampleWebhookDelivery,
  exampleWebhookDeliveryId,
} from './examples.ts';
import {
  Message,
  MessageSummary,
  WebhookDelivery,
  WebhookDeliverySummary,
  webhookDeliveryStatuses,
} from './records.ts';

const AnyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
});

export const EventType = Type.Object(
  {
    event: Kind,
    kind: Kind,
    default: Type.Boolean({ description: 'Whether * and shipping.* include it.' }),
    summary: Type.String({ description: 'What it tells of, in a sentence.' }),
    schema: Type.Unsafe<Readonly<Record<string, unknown>>>({
      ...AnyObject,
      description: 'JSON Schema of data.object.',
    }),
    example: Type.Unsafe<Readonly<Record<string, unknown>>>({
      ...AnyObject,
      description: 'An example of data.object.',
    }),
  },
  { title: 'EventType', description: 'A kind of event.' },
);
export type EventType = Static<typeof EventType>;

export const listEventTypes = operation({
  id: 'listEventTypes',
  method: 'GET',
  path: '/webhooks/event-types',
  tag: 'Webhooks',
  summary: 'List kinds of events',
  description: 'Each with its schema and an example.',
  scope: 'webhooks:read',
  list: true,
  status: 200,
  query: Type.Object(PageQuery),
  answer: EventType,
  errors: [],
  example: {
    query: { limit: 20 },
    answer: {
      event: 'shipping.status.updated',
      kind: 'shipping.status.updated',
      default: true,
      summary: eventCatalogue['shipping.status.updated'].summary,
      schema: { type: 'object', properties: { job_number: { type: 'string' } } },
      example: eventCatalogue['shipping.status.updated'].example,
    },
  },
});

export const listMessages = operation({
  id: 'listMessages',
  method: 'GET',
  path: '/webhooks/messages',
  tag: 'Webhooks',
  summary: 'List messages',
  description: 'What happened, newest first, whether or not an endpoint was told.',
  scope: 'webhooks:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    event: Type.Optional(Kind),
    entity: Type.Optional(Text(64, 'What it is about: the job number of a delivery.')),
  }),
  answer: MessageSummary,
  errors: [],
  example: { query: { entity: 'SHP-7A9K-NZZK' }, answer: exampleMessage },
});

export const getMessage = operation({
  id: 'getMessage',
  method: 'GET',
  path: '/webhooks/messages/:id',
  tag: 'Webhooks',
  summary: 'Read a message',
  scope: 'webhooks:read',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the message, msg_….' }) }),
  answer: Message,
  errors: ['MESSAGE_NOT_FOUND'],
  example: {
    params: { id: exampleMessageId },
    answer: {
      ...exampleMessage,
      body: exampleBody,
      deliveries: [{ id: exampleWebhookDeliveryId, endpoint_id: exampleEndpointId, status: 'succeeded' }],
    },
  },
});

const WebhookDeliveryParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the delivery, wd_….' }),
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/deliveries',
  tag: 'Webhooks',
  summary: 'List webhook deliveries',
  description: 'Messages for endpoints, newest first.',
  scope: 'webhooks:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    endpoint_id: Type.Optional(Text(64, 'Those for this endpoint.')),
    status: SeveralOf(webhookDeliveryStatuses),
    event: Type.Optional(Kind),
    job_number: Type.Optional(
      Text(64, 'Those about the parcel of this number; of anything else, by its id (inv_…).'),
    ),
    from: Type.Optional(TimeIn('Created at or after.')),
    to: Type.Optional(TimeIn('Created before.')),
  }),
  answer: WebhookDeliverySummary,
  errors: [],
  example: { query: { status: 'succeeded', job_number: 'SHP-7A9K-NZZK' }, answer: exampleDeliveryListed },
});

export const getWebhookDelivery = operation({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhooks/deliveries/:id',
  tag: 'Webhooks',
  summary: 'Read a webhook delivery',
  description: 'With the request and the response of every attempt.',
  scope: 'webhooks:read',
  status: 200,
  params: WebhookDeliveryParams,
  answer: WebhookDelivery,
  errors: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  example: { params: { id: exampleWebhookDeliveryId }, answer: exampleWebhookDelivery },
});

export const redeliverWebhookDelivery = operation({
  id: 'redeliverWebhookDelivery',
  method: 'POST',
  path: '/webhooks/deliveries/:id/redeliver',
  tag: 'Webhooks',
  summary: 'Send a webhook delivery again',
  description:
    'The same id and bytes, now. It replaces an automatic attempt that is still to come and does not use one up. STATE_CONFLICT when the endpoint is disabled or gone.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookDeliveryParams,
  answer: WebhookDeliverySummary,
  errors: ['WEBHOOK_DELIVERY_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleWebhookDeliveryId },
    answer: {
      ...exampleDeliveryListed,
      status: 'pending',
      finished_at: null,
      next_attempt_at: '2026-11-21T12:00:00.000Z',
    },
  },
});

export const VerifyExample = Type.Object(
  {
    secret: Type.String({ description: 'Of no endpoint.' }),
    body: Type.String({ description: 'The raw body, byte for byte.' }),
    headers: Type.Object(
      {
        'X-Service-Event': Type.String({ description: 'The kind of event.' }),
        'X-Service-Signature': Type.String({
          description:
            'Hex HMAC-SHA256 of the body under the UTF-8 bytes of the whole secret, whsec_ included.',
        }),
        'webhook-id': Type.String({ description: 'Id of the message, the same whenever it is sent again.' }),
        'webhook-timestamp': Type.String({ description: 'Unix seconds.' }),
        'webhook-signature': Type.String({
          description:
            'v1, and base64 HMAC-SHA256 of id.timestamp.body under the bytes that the base64 after whsec_ stands for.',
        }),
      },
      { title: 'SignatureHeaders', description: 'The headers a receiver verifies.' },
    ),
  },
  { title: 'VerifyExample', description: "A signed request that a receiver's code can be tried on." },
);
export type VerifyExample = Static<typeof VerifyExample>;

export const getVerifyExample = operation({
  id: 'getVerifyExample',
  method: 'GET',
  path: '/webhooks/verify-example',
  tag: 'Webhooks',
  summary: 'Get a signed example',
  description: "A body, a secret and both signatures, to check a receiver's code with.",
  scope: 'webhooks:read',
  status: 200,
  answer: VerifyExample,
  errors: [],
  example: {
    answer: {
      secret: exampleSecret,
      body: exampleBody,
      headers: {
        'X-Service-Event': 'shipping.status.updated',
        'X-Service-Signature': '0904cd337112f1d4d316b1a8cd59fa70d6f054330ba8679b08a2042f35937491',
        'webhook-id': exampleMessageId,
        'webhook-timestamp': '1795255900',
        'webhook-signature': 'v1,WuKYBBbTaLAcufr6Mg0XNLWZt/PlO/3fYCtbz4B/w60=',
      },
    },
  },
});
