import type { Data, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { deleteEndpoint } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { webhookNotFound } from './webhook-not-found.ts';

/** Deletes an endpoint with its secrets; what was still to be sent to it is skipped, and its deliveries stay readable. */
export async function deleteWebhook(
  { params }: Input<Operations['deleteWebhook']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<Data<Operations['deleteWebhook']>>> {
  if (!(await deleteEndpoint(room.store.of(tenant), tenant, params.id))) throw webhookNotFound(params.id);
  return reply({ id: params.id, deleted: true });
}
