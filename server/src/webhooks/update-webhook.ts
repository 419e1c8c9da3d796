import { operations, type Input, type Operations, type Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure, invalid } from '../core/failure.ts';
import { requireMatch } from '../core/if-match.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import type { Reply } from '../core/reply.ts';
import type { Fact } from '../outbox/index.ts';
import { changeEndpoint, findEndpoint, type EndpointRecord } from './endpoints.queries.ts';
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
    refuseReadOnly(operations.updateWebhook.readOnly, body, presentWebhook(record, room.world.systemNow()));
    const fields = await readEndpoint(body, call, { room, now: record });
    if (body.headers === undefined) refuseToCarryHeaders(record, fields.url);
    const now = room.world.systemNow();
    const facts =
      fields.url === record.url
        ? []
        : [movedFact(record, { url: fields.url, keyId: call.caller.keyId, now })];
    const changed = await changeEndpoint(runner, call.tenant, {
      ...fields,
      id: record.id,
      version: record.version,
      updated_at: now,
      facts,
    });
    if (!changed) continue;
    return replyWebhook(changed, now);
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this endpoint at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}

/** Refuses to send the extra headers, which often are passwords, to an origin for which they were not given. */
function refuseToCarryHeaders({ url, header_names: names }: EndpointRecord, moved: string): void {
  if (names.length === 0 || new URL(moved).origin === new URL(url).origin) return;
  throw invalid({
    path: 'headers',
    message: `must be given again, because the url leads to another origin: ${names.join(', ')}, or {} for none`,
  });
}

function movedFact(
  record: EndpointRecord,
  { url, keyId, now }: { readonly url: string; readonly keyId: string; readonly now: Date },
): Fact {
  const facts = {
    endpoint_id: record.id,
    url,
    previous_url: record.url,
    description: record.description,
    key_id: keyId,
    moved_at: now.toISOString(),
  };
  return { kind: 'webhooks.endpoint.moved', sequence: record.version + 1, at: now.toISOString(), facts };
}
