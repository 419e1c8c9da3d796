import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Livemode, Narrowing, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { CreatedAtOut, EndpointIdOut } from '../shared-fields.ts';
import { Kind } from './catalogue.ts';
import { WebhookParams } from './endpoints.ts';
import { exampleEndpointId } from './examples.ts';
import { statusesOf } from '../statuses.ts';

/** What is not received yet. */
export const recoverableStatuses = Object.freeze(['failed', 'skipped', 'pending'] as const);
export type RecoverableStatus = (typeof recoverableStatuses)[number];

export const webhookJobStates = /* @__PURE__ */ statusesOf('job');
export type WebhookJobState = (typeof webhookJobStates)[number];

export const WebhookJob = Type.Object(
  {
    id: Type.String({ description: '`wj_…`.' }),
    kind: OneOf(['recover'], 'recover: what an endpoint missed is sent again.'),
    endpoint_id: EndpointIdOut,
    since: TimeOut('From when on.'),
    until: TimeOut('Excluded.'),
    statuses: Type.Array(OneOf(recoverableStatuses), { description: 'What was chosen by how it had ended.' }),
    events: Nullable(Type.Array(Kind, { description: 'Null: every kind.' })),
    state: OneOf(webhookJobStates, 'How far it is.'),
    reason: Nullable(
      Type.String({
        description: 'Why it was cancelled: by_merchant, or what became of the endpoint; null: it was not.',
      }),
    ),
    total: Type.Integer({ description: 'Deliveries that it was for when it began.' }),
    done: Type.Integer({
      description: 'Deliveries put in the queue again so far; how each went stands in its record.',
    }),
    created_at: CreatedAtOut,
    finished_at: Nullable(TimeOut('When it came to its end; null: not yet.')),
    livemode: Livemode,
  },
  { title: 'WebhookJob', description: 'Work on many deliveries, done in batches.' },
);
export type WebhookJob = Static<typeof WebhookJob>;

export const WebhookRecovery = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Whether it was only counted.' }),
    total: Type.Integer({ description: 'Deliveries that match now.' }),
    job: Nullable(WebhookJob, 'What does it, and is done at once where nothing matches; null: a dry run.'),
  },
  {
    title: 'WebhookRecovery',
    description: 'What is sent again, and the job that does it; null for a dry run.',
  },
);
export type WebhookRecovery = Static<typeof WebhookRecovery>;

export const RecoverWebhookBody = Type.Object(
  {
    since: TimeIn('Deliveries created at or after. What is older than 30 days is gone.'),
    until: Type.Optional(TimeIn('Deliveries created before; now, if left out.')),
    status: Type.Optional(
      Type.Union(
        [
          OneOf(recoverableStatuses),
          Type.Array(OneOf(recoverableStatuses), { minItems: 1, maxItems: 3, uniqueItems: true }),
        ],
        {
          description:
            'One or several; default ["failed", "skipped"]; pending: those that wait for their next attempt, which is made now.',
        },
      ),
    ),
    events: Narrowing(Type.Array(Kind, { minItems: 1, maxItems: 100, description: 'Only these kinds.' })),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only count.' })),
  },
  { title: 'RecoverWebhookBody', description: 'Which deliveries to send again.' },
);
export type RecoverWebhookBody = Static<typeof RecoverWebhookBody>;

const exampleJob = {
  id: 'wj_01m7yp4vq8f8sa4a08ma8cp2dy',
  kind: 'recover',
  endpoint_id: exampleEndpointId,
  since: '2026-11-20T00:00:00.000Z',
  until: '2026-11-21T09:14:00.000Z',
  statuses: ['failed', 'skipped'],
  events: null,
  state: 'running',
  reason: null,
  total: 1204,
  done: 0,
  created_at: '2026-11-21T09:14:00.000Z',
  finished_at: null,
  livemode: false,
};

export const recoverWebhook = operation({
  id: 'recoverWebhook',
  method: 'POST',
  path: '/webhooks/:id/recover',
  tag: 'Webhooks',
  summary: 'Send again what an endpoint missed',
  description:
    'Makes a job that sends the deliveries of the endpoint that failed or were skipped once more: the same ids and bytes, oldest first, beside what happens meanwhile. What was received already is left out. STATE_CONFLICT when the endpoint is disabled. 200 for a dry run, which counts and makes nothing.',
  scope: 'webhooks:write',
  status: 201,
  otherStatuses: [200],
  params: WebhookParams,
  body: RecoverWebhookBody,
  answer: WebhookRecovery,
  errors: ['WEBHOOK_NOT_FOUND', 'STATE_CONFLICT', 'TOO_MANY_JOBS'],
  example: {
    params: { id: exampleEndpointId },
    body: { since: '2026-11-20' },
    answer: { dry_run: false, total: 1204, job: exampleJob },
  },
});

export const listWebhookJobs = operation({
  id: 'listWebhookJobs',
  method: 'GET',
  path: '/webhooks/jobs',
  tag: 'Webhooks',
  summary: 'List webhook jobs',
  description: 'Newest first; finished ones are kept for 30 days.',
  scope: 'webhooks:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    endpoint_id: Type.Optional(Text(64, 'Those of this endpoint.')),
    state: SeveralOf(webhookJobStates),
  }),
  answer: WebhookJob,
  errors: [],
  example: { query: { state: 'running' }, answer: exampleJob },
});

const WebhookJobParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the job, wj_….' }),
});

export const getWebhookJob = operation({
  id: 'getWebhookJob',
  method: 'GET',
  path: '/webhooks/jobs/:id',
  tag: 'Webhooks',
  summary: 'Read a webhook job',
  scope: 'webhooks:read',
  status: 200,
  params: WebhookJobParams,
  answer: WebhookJob,
  errors: ['WEBHOOK_JOB_NOT_FOUND'],
  example: { params: { id: exampleJob.id }, answer: { ...exampleJob, done: 820 } },
});

export const cancelWebhookJob = operation({
  id: 'cancelWebhookJob',
  method: 'POST',
  path: '/webhooks/jobs/:id/cancel',
  tag: 'Webhooks',
  summary: 'Cancel a webhook job',
  description:
    'What it put in the queue already is still sent. A cancelled job is answered as it is; STATE_CONFLICT when it has completed.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookJobParams,
  answer: WebhookJob,
  errors: ['WEBHOOK_JOB_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleJob.id },
    answer: {
      ...exampleJob,
      state: 'cancelled',
      reason: 'by_merchant',
      done: 820,
      finished_at: '2026-11-21T09:15:00.000Z',
    },
  },
});
