import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { answeredOnly, operation } from '../operation.ts';
import { Deleted, Livemode, Narrowing, Nullable, OneOf, Text } from '../schema.ts';
import { EndpointIdOut } from '../shared-fields.ts';
import { Kind, Subscription } from './catalogue.ts';
import {
  exampleAttempt,
  exampleEndpointId,
  exampleMessageId,
  exampleSecret,
  exampleWebhook,
  exampleWebhookDeliveryId,
} from './examples.ts';
import { Attempt, NewWebhook, Webhook, successRules } from './records.ts';

export const WebhookParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the endpoint, we_….' }),
});

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'http or https, https with a live key; never a private address.',
});
const Events = Type.Array(Subscription, { minItems: 1, maxItems: 100, description: 'Default ["*"].' });
const Headers = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 10,
  propertyNames: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
  additionalProperties: { type: 'string', maxLength: 500, pattern: '^[\\t\\x20-\\x7e]*$' },
  description: 'At most 10 extra headers; not those of HTTP itself or of the signature.',
});
const MaxInFlight = Type.Integer({
  minimum: 1,
  maximum: 64,
  default: 8,
  description: 'Requests under way at once.',
});
const RatePerSecond = Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'Requests a second.' });
const Success = OneOf(successRules, 'Which answers count as received; default 200.');

export const CreateWebhookBody = Type.Object(
  {
    url: Url,
    events: Narrowing(Events),
    description: Type.Optional(Text(200, 'Your own words for it, up to 200 characters.')),
    success: Type.Optional(Success),
    max_in_flight: Type.Optional(MaxInFlight),
    rate_per_second: Type.Optional(RatePerSecond),
    ordered: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Messages about one matter one after the other: an invoice and its payments for one.',
      }),
    ),
    headers: Type.Optional(Headers),
  },
  { title: 'CreateWebhookBody', description: 'Where to send which events, and how.' },
);
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

export const UpdateWebhookBody = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Nullable(Text(200, 'Your own words for it; null: none.'))),
    success: Type.Optional(Success),
    max_in_flight: Type.Optional(MaxInFlight),
    rate_per_second: Type.Optional(Nullable(RatePerSecond)),
    ordered: Type.Optional(
      Type.Boolean({ description: 'Whether messages about one matter wait for each other.' }),
    ),
    headers: Type.Optional(Headers),
  },
  { title: 'UpdateWebhookBody', description: 'The fields to change; headers are replaced as a whole.' },
);
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'Register a webhook endpoint',
  description: 'The signing secret is in this answer and nowhere else. At most 20 endpoints in each mode.',
  scope: 'webhooks:write',
  showsOnce: true,
  status: 201,
  body: CreateWebhookBody,
  readOnly: answeredOnly(NewWebhook, CreateWebhookBody),
  answer: NewWebhook,
  errors: ['URL_NOT_ALLOWED', 'TOO_MANY_ENDPOINTS'],
  example: {
    body: {
      url: exampleWebhook.url,
      events: ['*'],
      description: 'Web shop',
      headers: { 'X-Shop': 'aminata' },
    },
    answer: { ...exampleWebhook, secret: exampleSecret },
  },
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  scope: 'webhooks:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {}),
  answer: Webhook,
  errors: [],
  example: { query: { limit: 20 }, answer: exampleWebhook },
});

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Read a webhook endpoint',
  scope: 'webhooks:read',
  status: 200,
  params: WebhookParams,
  answer: Webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { params: { id: exampleEndpointId }, answer: exampleWebhook },
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint',
  description:
    'With If-Match, only if the endpoint is still as the caller last read it. A url at another origin wants the extra headers again, or {} for none. Sends webhooks.endpoint.moved to your other endpoints, and tells you by e-mail.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  body: UpdateWebhookBody,
  readOnly: [
    'id',
    'status',
    'disabled_reason',
    'header_names',
    'secret',
    'secrets',
    'livemode',
    'created_at',
    'updated_at',
  ],
  answer: Webhook,
  errors: ['WEBHOOK_NOT_FOUND', 'URL_NOT_ALLOWED', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleEndpointId },
    body: { events: ['shipping.status.updated', 'shipping.driver.changed'] },
    answer: {
      ...exampleWebhook,
      events: ['shipping.status.updated', 'shipping.driver.changed'],
      updated_at: '2026-11-21T09:14:00.000Z',
    },
  },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing is sent to it any more; its deliveries stay readable.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  answer: Deleted,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { params: { id: exampleEndpointId }, answer: { id: exampleEndpointId, deleted: true } },
});

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'POST',
  path: '/webhooks/:id/enable',
  tag: 'Webhooks',
  summary: 'Enable a webhook endpoint',
  description:
    'An endpoint that is active already is answered as it is. What was skipped meanwhile is not sent by itself.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  answer: Webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { params: { id: exampleEndpointId }, answer: exampleWebhook },
});

export const disableWebhook = operation({
  id: 'disableWebhook',
  method: 'POST',
  path: '/webhooks/:id/disable',
  tag: 'Webhooks',
  summary: 'Disable a webhook endpoint',
  description: 'What happens from now on is skipped for it.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  answer: Webhook,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: {
    params: { id: exampleEndpointId },
    answer: {
      ...exampleWebhook,
      status: 'disabled',
      disabled_reason: 'by_merchant',
      updated_at: '2026-11-21T09:14:00.000Z',
    },
  },
});

export const WebhookTestResult = Type.Object(
  {
    ...Attempt.properties,
    succeeded: Type.Boolean({ description: 'Whether the answer counts as received.' }),
    event: Kind,
    delivery_id: Type.String({ description: '`wd_…`.' }),
    message_id: Type.String({ description: '`msg_…`.' }),
    endpoint_id: EndpointIdOut,
    livemode: Livemode,
  },
  { title: 'WebhookTestResult', description: 'The one attempt that was made.' },
);
export type WebhookTestResult = Static<typeof WebhookTestResult>;

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  tag: 'Webhooks',
  summary: 'Send a test event',
  description:
    'Sends a signed example now, also to a disabled endpoint, and answers what came back. It is logged and never retried.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  body: Type.Object({
    event: Type.Optional(Type.Unsafe<Static<typeof Kind>>({ ...Kind, default: 'webhook.test' })),
  }),
  bodyOptional: true,
  answer: WebhookTestResult,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: {
    params: { id: exampleEndpointId },
    body: { event: 'shipping.status.updated' },
    answer: {
      ...exampleAttempt,
      trigger: 'test',
      succeeded: true,
      event: 'shipping.status.updated',
      delivery_id: exampleWebhookDeliveryId,
      message_id: exampleMessageId,
      endpoint_id: exampleEndpointId,
      livemode: false,
    },
  },
});
