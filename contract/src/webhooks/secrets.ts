import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { WebhookParams } from './endpoints.ts';
import { exampleEndpointId, exampleSecret, exampleSecretId, exampleWebhook } from './examples.ts';
import { NewWebhook, Webhook } from './records.ts';

const exampleNextId = 'wsec_01m7yp4vq8f8sa4a08ma8cp2e0';
const [examplePrimary] = exampleWebhook.secrets;

export const RotateWebhookSecretBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description:
          'Hours until the new secret becomes the primary by itself, and hours the old one signs on after that. 0: the old ones end at once.',
      }),
    ),
  },
  {
    title: 'RotateWebhookSecretBody',
    description: 'How long the old secret and the new one sign side by side.',
  },
);
export type RotateWebhookSecretBody = Static<typeof RotateWebhookSecretBody>;

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/rotate-secret',
  tag: 'Webhooks',
  summary: 'Make a new signing secret',
  description:
    'The new secret is in this answer and nowhere else. It signs beside the old one, in webhook-signature and X-Service-Signature-Next, until it is promoted. STATE_CONFLICT while one is already waiting to be promoted; with overlap_hours 0 never: then every secret before it ends at once.',
  scope: 'webhooks:write',
  showsOnce: true,
  status: 200,
  params: WebhookParams,
  body: RotateWebhookSecretBody,
  bodyOptional: true,
  answer: NewWebhook,
  errors: ['WEBHOOK_NOT_FOUND', 'STATE_CONFLICT', 'TOO_MANY_SECRETS'],
  example: {
    params: { id: exampleEndpointId },
    body: { overlap_hours: 24 },
    answer: {
      ...exampleWebhook,
      secrets: [
        { ...examplePrimary, expires_at: '2026-11-23T09:14:00.000Z' },
        {
          id: exampleNextId,
          role: 'next',
          created_at: '2026-11-21T09:14:00.000Z',
          promotes_at: '2026-11-22T09:14:00.000Z',
          expires_at: null,
        },
      ],
      updated_at: '2026-11-21T09:14:00.000Z',
      secret: exampleSecret,
    },
  },
});

export const promoteWebhookSecret = operation({
  id: 'promoteWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/promote-secret',
  tag: 'Webhooks',
  summary: 'Put the new signing secret in force',
  description:
    'From now on X-Service-Signature is by the new secret, and X-Service-Signature-Previous by the old one for the overlap_hours of the rotation. STATE_CONFLICT when none is waiting.',
  scope: 'webhooks:write',
  status: 200,
  params: WebhookParams,
  answer: Webhook,
  errors: ['WEBHOOK_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleEndpointId },
    answer: {
      ...exampleWebhook,
      secrets: [
        {
          id: exampleNextId,
          role: 'primary',
          created_at: '2026-11-21T09:14:00.000Z',
          promotes_at: null,
          expires_at: null,
        },
        {
          id: exampleSecretId,
          role: 'previous',
          created_at: '2026-11-20T16:02:11.000Z',
          promotes_at: null,
          expires_at: '2026-11-22T10:30:00.000Z',
        },
      ],
      updated_at: '2026-11-21T10:30:00.000Z',
    },
  },
});
