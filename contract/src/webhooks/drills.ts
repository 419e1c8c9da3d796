import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, OneOf } from '../schema.ts';
import { CreatedAtOut, EndpointIdOut } from '../shared-fields.ts';
import { WebhookParams } from './endpoints.ts';
import { exampleEndpointId } from './examples.ts';
import { faultModes } from './records.ts';

const Mode = OneOf(
  faultModes,
  'slow: sent seconds late; duplicate: sent twice with one webhook-id; reorder: sent after the message that follows; fail: counted as failed whatever you answer, so that a retry comes.',
);

export const WebhookFault = Type.Object(
  {
    endpoint_id: EndpointIdOut,
    mode: Mode,
    count: Type.Integer({ description: 'For how many messages it was ordered.' }),
    remaining: Type.Integer({ description: 'How many of them are still to come.' }),
    created_at: CreatedAtOut,
    livemode: Type.Boolean({ description: 'Always false.' }),
  },
  { title: 'WebhookFault', description: 'A fault ordered for the next messages to an endpoint.' },
);
export type WebhookFault = Static<typeof WebhookFault>;

const exampleFault = {
  endpoint_id: exampleEndpointId,
  mode: 'duplicate',
  count: 3,
  remaining: 3,
  created_at: '2026-11-21T09:14:00.000Z',
  livemode: false,
};

export const createWebhookFault = operation({
  id: 'createWebhookFault',
  method: 'POST',
  path: '/test/webhooks/faults',
  tag: 'Test mode',
  summary: 'Order a fault for the next messages',
  description:
    'The next `count` messages to the endpoint come slow, twice, in the wrong order, or are taken for failed. Each attempt says in `drill` that it was one. An endpoint has one fault at a time; another replaces it.',
  scope: 'webhooks:write',
  testOnly: true,
  status: 201,
  body: Type.Object({
    endpoint_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the endpoint, we_….' }),
    mode: Mode,
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'For how many messages.' }),
    ),
  }),
  answer: WebhookFault,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { body: { endpoint_id: exampleEndpointId, mode: 'duplicate', count: 3 }, answer: exampleFault },
});

export const listWebhookFaults = operation({
  id: 'listWebhookFaults',
  method: 'GET',
  path: '/test/webhooks/faults',
  tag: 'Test mode',
  summary: 'List ordered faults',
  description: 'Those that are not used up, newest first.',
  scope: 'webhooks:read',
  testOnly: true,
  list: true,
  status: 200,
  query: ListQuery(sorts, {}),
  answer: WebhookFault,
  errors: [],
  example: { query: { limit: 20 }, answer: exampleFault },
});

export const deleteWebhookFault = operation({
  id: 'deleteWebhookFault',
  method: 'DELETE',
  path: '/test/webhooks/faults/:id',
  tag: 'Test mode',
  summary: 'Take an ordered fault back',
  description: 'By the id of its endpoint; one that has no fault is answered the same.',
  scope: 'webhooks:write',
  testOnly: true,
  status: 200,
  params: WebhookParams,
  answer: Deleted,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { params: { id: exampleEndpointId }, answer: { id: exampleEndpointId, deleted: true } },
});
