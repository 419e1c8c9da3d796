import { operations, type Input, type Operations, type Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure, invalid } from '../core/failure.ts';
import type { Reply } from '../core/reply.ts';
import { changeEndpoint, findEndpoint, type EndpointRecord } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentWebhook, replyWebhook } from './present-webhook.ts';
import { readEndpoint } from './read-endpoint.ts';
import { webhookNotFound } from './webhook-not-found.ts';

const TRIES_MAX = 8;

/** Changes the fields given, on the version that was read; with If-Match, only if that is the one the caller saw. */
export async function updateWebhook({ params, body }: Input<Operations['updateWebhook']>, call: Call, room: Webhooks): Promise<Reply<Webhook>> {
  const runner = room.store.of(call.tenant);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const record = await findEndpoint(runner, call.tenant, params.id);
    if (!record) throw webhookNotFound(params.id);
    refuseUnlessMatched(record, call.ifMatch);
    refuseReadOnly(record, body);
    const fields = await readEndpoint(body, call, { room, now: record });
    const changed = await changeEndpoint(runner, call.tenant, { ...fields, id: record.id, version: record.version, updated_at: room.world.now() });
    if (changed) return replyWebhook(changed);
  }
  throw new Failure('SERVICE_UNAVAILABLE', 'Too many requests change this endpoint at once. Send the same request again in a second.', { retryAfterSeconds: 1 });
}

function refuseUnlessMatched({ id, version }: EndpointRecord, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(`"${version}"`)) throw new Failure('PRECONDITION_FAILED', `The webhook endpoint ${id} has changed since the ETag in If-Match. Read it again and repeat the change on it.`);
}

/** Fields that can only be read may be sent back as they are, so that what was read can be changed and returned whole. */
function refuseReadOnly(record: EndpointRecord, body: Readonly<Record<string, unknown>>): void {
  const shown: Readonly<Record<string, unknown>> = presentWebhook(record);
  const differing = operations.updateWebhook.readOnly.filter((field) => field in body && JSON.stringify(body[field]) !== JSON.stringify(shown[field]));
  if (differing.length > 0) throw invalid(...differing.map((path) => ({ path, message: 'can be read but not set' })));
}
