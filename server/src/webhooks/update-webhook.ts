import { operations, type Input, type Operations, type Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { change } from '../core/change.ts';
import { invalid } from '../core/failure.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import type { Reply } from '../core/reply.ts';
import type { Fact } from '../outbox/index.ts';
import { changeEndpoint, findEndpoint, type EndpointRecord } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentWebhook, replyWebhook } from './present-webhook.ts';
import { readEndpoint } from './read-endpoint.ts';
import { webhookNotFound } from './webhook-not-found.ts';

/** Changes the fields given, on the version that was read; with If-Match, only if that is the one the caller saw. */
export async function updateWebhook(
  { params, body }: Input<Operations['updateWebhook']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<Webhook>> {
  const runner = room.store.of(call.tenant);
  const endpoint = {
    tooMany: 'requests change this endpoint',
    read: () => findEndpoint(runner, call.tenant, params.id),
    notFound: () => webhookNotFound(params.id),
    ifMatch: call.ifMatch,
    seen: ({ version, id }: EndpointRecord) => ({ version, what: `The webhook endpoint ${id}` }),
  };
  return change<EndpointRecord, Reply<Webhook>>(endpoint, async (record) => {
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
    return changed && replyWebhook(changed, now);
  });
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
