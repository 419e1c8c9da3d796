import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { Kind } from './catalogue.ts';
import { WebhookParams } from './endpoints.ts';
import { exampleBody, exampleEndpointId, exampleMessageId, exampleWebhookDeliveryId } from './examples.ts';

export const FeedMessage = Type.Object(
  {
    id: Type.String({ description: 'The webhook-id.' }),
    delivery_id: Type.String({ description: '`wd_…`.' }),
    event: Kind,
    created_at: CreatedAtOut,
    body: Type.String({ description: 'The raw body, byte for byte.' }),
    headers: Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'As a POST of this moment would carry them, signatures included.',
    }),
  },
  { title: 'FeedMessage', description: 'A message as the endpoint would get it by POST.' },
);
export type FeedMessage = Static<typeof FeedMessage>;

export const MessageFeed = Type.Object(
  {
    messages: Type.Array(FeedMessage, { description: 'Oldest first.' }),
    next: Type.String({
      description:
        'The cursor to send as after, once these messages are dealt with. It is there when there are none, too.',
    }),
    has_more: Type.Boolean({ description: 'Whether more are there already.' }),
  },
  { title: 'MessageFeed', description: 'The next messages of an endpoint.' },
);
export type MessageFeed = Static<typeof MessageFeed>;

export const pollWebhookMessages = operation({
  id: 'pollWebhookMessages',
  method: 'GET',
  path: '/webhooks/:id/messages',
  tag: 'Webhooks',
  summary: "Get an endpoint's messages by polling",
  description:
    "For a receiver that cannot be reached: the messages that match the endpoint's events, oldest first, each once, also while the endpoint is disabled. Start without after, then send next of the answer before. The key needs shipping:read as well, for bodies hold handoff codes. Tests are not among them.",
  scope: 'webhooks:read',
  status: 200,
  params: WebhookParams,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'next of the answer before; the oldest messages kept, if left out.',
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 25,
        default: 0,
        description: 'Seconds to wait for a message where there is none.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Messages in one answer.' }),
    ),
  }),
  answer: MessageFeed,
  errors: ['WEBHOOK_NOT_FOUND', 'CURSOR_EXPIRED'],
  example: {
    params: { id: exampleEndpointId },
    query: { wait: 25 },
    answer: {
      messages: [
        {
          id: exampleMessageId,
          delivery_id: exampleWebhookDeliveryId,
          event: 'shipping.status.updated',
          created_at: '2026-11-21T10:11:40.000Z',
          body: exampleBody,
          headers: {
            'content-type': 'application/json',
            'x-service-event': 'shipping.status.updated',
            'x-service-delivery': exampleWebhookDeliveryId,
            'x-service-attempt': '1',
            'webhook-id': exampleMessageId,
            'webhook-timestamp': '1795255900',
            'webhook-signature': 'v1,WuKYBBbTaLAcufr6Mg0XNLWZt/PlO/3fYCtbz4B/w60=',
            'x-service-signature': '0904cd337112f1d4d316b1a8cd59fa70d6f054330ba8679b08a2042f35937491',
          },
        },
      ],
      next: 'MTc5NTI1NTkwMDAwMC53ZF8wMW03eXA0dHIwZm5tdHg3cTkzNHQzbWhoMQ',
      has_more: false,
    },
  },
});
