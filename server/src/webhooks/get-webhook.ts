import type { Input, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Reply } from '../core/reply.ts';
import { findEndpoint } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { replyWebhook } from './present-webhook.ts';
import { webhookNotFound } from './webhook-not-found.ts';

/** Reads one endpoint. */
export async function getWebhook(
  { params }: Input<Operations['getWebhook']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<Webhook>> {
  const record = await findEndpoint(room.store.of(tenant), tenant, params.id);
  if (!record) throw webhookNotFound(params.id);
  return replyWebhook(record, room.world.systemNow());
}
