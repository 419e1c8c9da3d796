import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Livemode, Nullable, OneOf, TimeOut } from '../schema.ts';
import { EndpointIdOut } from '../shared-fields.ts';
import { WebhookParams } from './endpoints.ts';
import { exampleEndpointId } from './examples.ts';
import { attemptErrors, endpointStatuses } from './records.ts';

/** Where an endpoint's messages wait: with those that answer well, or with those on probation, which get one request at a time. */
export const lanes = Object.freeze(['healthy', 'suspect'] as const);
export type Lane = (typeof lanes)[number];

const Milliseconds = (description: string) => Nullable(Type.Integer({ description }));
const failuresShape = Object.fromEntries(
  attemptErrors.map((error) => [error, Type.Integer({ description: 'Attempts that failed so.' })]),
) as Record<(typeof attemptErrors)[number], ReturnType<typeof Type.Integer>>;

export const HealthPeriod = Type.Object(
  {
    attempts: Type.Integer({ description: 'Requests that were sent.' }),
    succeeded: Type.Integer({ description: 'How many attempts were answered with success.' }),
    failed: Type.Object(failuresShape, { description: 'How many failed, by what went wrong.' }),
    success_rate: Nullable(Type.Number({ description: 'Between 0 and 1; null where nothing was sent.' })),
    duration_p50_ms: Milliseconds('Half of the attempts took no longer; null: nothing was sent.'),
    duration_p95_ms: Milliseconds('95 of 100 attempts took no longer; null: nothing was sent.'),
  },
  { title: 'WebhookHealthPeriod', description: 'How an endpoint fared in a time.' },
);
export type HealthPeriod = Static<typeof HealthPeriod>;

export const WebhookHealth = Type.Object(
  {
    endpoint_id: EndpointIdOut,
    status: OneOf(endpointStatuses, 'Whether messages are sent to it.'),
    lane: OneOf(lanes, 'suspect: new, or failed last, and sent to one request at a time until it answers.'),
    failing_since: Nullable(TimeOut('Since when nothing succeeds; null: the last attempt succeeded.')),
    consecutive_failures: Type.Integer({ description: 'Failed attempts since the last success.' }),
    deliveries_given_up: Type.Integer({ description: 'Deliveries given up since the last success.' }),
    last_failure: Nullable(
      Type.String({ description: 'What the last failure said, and what to do about it; null: none.' }),
    ),
    disables_at: Nullable(
      TimeOut(
        'When it is disabled if nothing succeeds until then and ten deliveries have been given up; null: it is not about to be.',
      ),
    ),
    oldest_pending_at: Nullable(
      TimeOut('When the oldest message that is still to be sent was made; null: none waits.'),
    ),
    last_24_hours: HealthPeriod,
    last_7_days: HealthPeriod,
    hours: Type.Array(Nullable(Type.Number()), {
      description:
        'The success rate of each of the last 24 hours, oldest first; null where nothing was sent.',
    }),
    livemode: Livemode,
  },
  { title: 'WebhookHealth', description: 'How an endpoint fares. The figures are up to a second old.' },
);
export type WebhookHealth = Static<typeof WebhookHealth>;

const noFailures = { timeout: 0, dns: 0, connect: 0, tls: 0, blocked: 0, status: 0, reset: 0 };

export const getWebhookHealth = operation({
  id: 'getWebhookHealth',
  method: 'GET',
  path: '/webhooks/:id/health',
  tag: 'Webhooks',
  summary: 'See how a webhook endpoint fares',
  description:
    'Success, durations and what went wrong in the last day and week, and whether it is about to be disabled. Tests are not counted.',
  scope: 'webhooks:read',
  status: 200,
  params: WebhookParams,
  answer: WebhookHealth,
  errors: ['WEBHOOK_NOT_FOUND'],
  example: {
    params: { id: exampleEndpointId },
    answer: {
      endpoint_id: exampleEndpointId,
      status: 'active',
      lane: 'healthy',
      failing_since: null,
      consecutive_failures: 0,
      deliveries_given_up: 0,
      last_failure: null,
      disables_at: null,
      oldest_pending_at: null,
      last_24_hours: {
        attempts: 200,
        succeeded: 199,
        failed: { ...noFailures, status: 1 },
        success_rate: 0.995,
        duration_p50_ms: 84,
        duration_p95_ms: 190,
      },
      last_7_days: {
        attempts: 1312,
        succeeded: 1305,
        failed: { ...noFailures, timeout: 6, status: 1 },
        success_rate: 0.9947,
        duration_p50_ms: 81,
        duration_p95_ms: 210,
      },
      hours: [1, 1, 1, null, null, null, 1, 1, 1, 1, 0.96, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      livemode: false,
    },
  },
});
