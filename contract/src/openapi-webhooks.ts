import { Type } from 'typebox';
import type { Json, SchemaHoist } from './openapi-components.ts';
import { eventCatalogue, eventKinds, type EventKind } from './webhooks/catalogue.ts';
import { Livemode } from './schema.ts';

/** The requests that the service sends, one for each kind of event. */
export function* openApiWebhooks(schemas: SchemaHoist): Generator<void, Json> {
  const webhooks: Record<string, Json> = {};
  for (const kind of eventKinds) {
    webhooks[kind] = { post: webhookOf(kind, schemas) };
    yield;
  }
  return webhooks;
}

function webhookOf(kind: EventKind, schemas: SchemaHoist): Json {
  const { summary, data, example, default: byDefault } = eventCatalogue[kind];
  const body = Type.Object({
    event: Type.Literal(kind, { description: 'The kind of event, as endpoints subscribe to it.' }),
    livemode: Livemode,
    created: Type.Integer({ description: 'Unix time in seconds.' }),
    data: Type.Object({ object: data }, { description: 'What the event is about.' }),
  });
  return {
    operationId: `receive${kind
      .split(/[._]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}`,
    tags: ['Webhooks'],
    summary,
    description: byDefault
      ? 'Sent to endpoints that subscribe to it, to `*` or to `shipping.*`.'
      : 'Sent only where it is asked for by name.',
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.use(body),
          example: { event: kind, livemode: false, created: 1795255900, data: { object: example } },
        },
      },
    },
    responses: {
      200: { description: 'Received, within 10 seconds.' },
      '4XX': { description: 'Anything but 200 is tried again, up to 3 times.' },
      default: { description: 'Anything but 200 is tried again, up to 3 times.' },
    },
  };
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const signatureHeaders = [
  header('X-Service-Event', 'The kind of event.'),
  header(
    'X-Service-Signature',
    'Hex HMAC-SHA256 of the raw body under the UTF-8 bytes of the whole secret, whsec_ included.',
  ),
  header('X-Service-Delivery', 'Id of this message for this endpoint.'),
  header('X-Service-Attempt', 'Counts from 1.'),
  header('webhook-id', 'Id of the message, the same whenever it is sent again: drop what you have seen.'),
  header('webhook-timestamp', 'Unix time in seconds of this attempt.'),
  header(
    'webhook-signature',
    'v1, and base64 HMAC-SHA256 of id.timestamp.body under the bytes that the base64 after whsec_ stands for.',
  ),
];
