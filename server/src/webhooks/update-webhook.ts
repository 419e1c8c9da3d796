import { operations, type Input, type Operations, type Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { requireMatch } from '../core/if-match.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import type { Reply } from '../core/reply.ts';
import { changeEndpoint, findEndpoint } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentWebhook, replyWebhook } from './present-webhook.ts';
import { readEndpoint } from './read-endpoint.ts';
import { webhookNotFound } from './webhook-not-found.ts';

const TRIES_MAX = 8;

/** Changes the fields given, on the version that was read; with If-Match, only if that is the one the caller saw. */
export async function updateWebhook(
  { params, body }: Input<Operations['updateWebhook']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<Webhook>> {
  const runner = room.store.of(call.tenant);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const record = await findEndpoint(runner, call.tenant, params.id);
    if (!record) throw webhookNotFound(params.id);
    requireMatch(call.ifMatch, { version: record.version, what: `The webhook endpoint ${record.id}` });
    refuseReadOnly(operations.updateWebhook.readOnly, body, presentWebhook(record, room.world.now()));
    const fields = await readEndpoint(body, call, { room, now: record });
    const changed = await changeEndpoint(runner, call.tenant, {
      ...fields,
      id: record.id,
      version: record.version,
      updated_at: room.world.now(),
    });
    if (changed) return replyWebhook(changed, room.world.now());
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this endpoint at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
