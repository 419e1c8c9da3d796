import {
  eventCatalogue,
  type EventKind,
  type Input,
  type Operations,
  type WebhookTestResult,
} from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { writeThenAct } from '../core/outside-effect.ts';
import { reply, type Reply } from '../core/reply.ts';
import { findEndpoint, type EndpointRecord } from './endpoints.queries.ts';
import { maskerFor } from './mask-codes.ts';
import type { Webhooks } from './open-webhooks.ts';
import { idMaker, MESSAGE_SECRET } from './plan-messages.ts';
import { presentAttempt } from './present-delivery.ts';
import { readKey } from './read-key.ts';
import { renderMessage } from './render-message.ts';
import { sendTest } from './send-test.ts';
import { findWebhookDelivery, wholeAttemptsOf } from './webhook-deliveries.queries.ts';
import { webhookNotFound } from './webhook-not-found.ts';

/** What a test was given before it was sent. */
type Planned = { readonly message_id: string; readonly delivery_id: string };

/** Sends a signed example now, to a disabled endpoint too, and answers what came back; it is logged and never retried. */
export async function testWebhook(
  { params, body }: Input<Operations['testWebhook']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<WebhookTestResult>> {
  const { tenant } = call;
  const endpoint = await findEndpoint(room.store.of(tenant), tenant, params.id);
  if (!endpoint) throw webhookNotFound(params.id);
  const newId = idMaker(room, room.world.systemNow());
  const ground: Ground = { call, room, endpoint };
  return writeThenAct(room, call, {
    judge: async () => null,
    write: async (): Promise<Planned> => ({ message_id: newId('msg_'), delivery_id: newId('wd_') }),
    act: async (planned, again) => {
      const known = again ? await readResult(planned, ground) : null;
      if (known) return reply(known);
      await sendExample(body.event ?? 'webhook.test', planned, ground);
      const result = await readResult(planned, ground);
      if (!result) throw new Error('A test was sent but its record cannot be read.');
      return reply(result);
    },
  });
}

type Ground = { readonly call: Call; readonly room: Webhooks; readonly endpoint: EndpointRecord };

async function sendExample(
  event: EventKind,
  planned: Planned,
  { call, room, endpoint }: Ground,
): Promise<void> {
  const createdAt = readKey('msg_', planned.message_id)?.created_at ?? room.world.systemNow();
  const object =
    event === 'webhook.test'
      ? { ...eventCatalogue[event].example, endpoint_id: endpoint.id }
      : eventCatalogue[event].example;
  const body = renderMessage({ event, livemode: call.tenant.livemode, createdAt, object });
  await sendTest(room, call.tenant, {
    endpoint,
    event,
    body,
    createdAt,
    sealed: room.vault.seal(body, MESSAGE_SECRET),
    ...planned,
  });
}

async function readResult(
  planned: Planned,
  { call, room, endpoint }: Ground,
): Promise<WebhookTestResult | null> {
  const runner = room.store.of(call.tenant);
  const key = readKey('wd_', planned.delivery_id);
  const row = key && (await findWebhookDelivery(runner, call.tenant, key));
  const [attempt] = row ? await wholeAttemptsOf(runner, call.tenant, row) : [];
  if (!row?.body || !attempt) return null;
  const body = room.vault.open(row.body, MESSAGE_SECRET).toString('utf8');
  return {
    ...presentAttempt(row, attempt, { body, mask: maskerFor(call.caller, body) }),
    succeeded: row.status === 'succeeded',
    event: row.event,
    delivery_id: row.id,
    message_id: row.message_id,
    endpoint_id: endpoint.id,
    livemode: row.livemode,
  };
}
