import type { Input, Operations, WebhookDelivery } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { maskerFor } from './mask-codes.ts';
import type { Webhooks } from './open-webhooks.ts';
import { MESSAGE_SECRET } from './plan-messages.ts';
import { presentDelivery } from './present-delivery.ts';
import { readKey } from './read-key.ts';
import { findWebhookDelivery, wholeAttemptsOf } from './webhook-deliveries.queries.ts';
import { webhookDeliveryNotFound } from './webhook-not-found.ts';

/** Reads a delivery with the request and the response of every attempt. */
export async function getWebhookDelivery(
  { params }: Input<Operations['getWebhookDelivery']>,
  { tenant, caller }: Call,
  room: Webhooks,
): Promise<Reply<WebhookDelivery>> {
  const runner = room.store.of(tenant);
  const key = readKey('wd_', params.id);
  const row = key && (await findWebhookDelivery(runner, tenant, key));
  if (!row?.body) throw webhookDeliveryNotFound(params.id);
  const body = room.vault.open(row.body, MESSAGE_SECRET).toString('utf8');
  return reply(
    presentDelivery(row, await wholeAttemptsOf(runner, tenant, row), { body, mask: maskerFor(caller, body) }),
  );
}
