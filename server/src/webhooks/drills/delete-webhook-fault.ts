import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { webhookNotFound } from '../webhook-not-found.ts';
import { removeFault } from './faults.queries.ts';

/** Takes back what is left of a fault. */
export async function deleteWebhookFault(
  { params }: Input<Operations['deleteWebhookFault']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<Deleted>> {
  if (!(await removeFault(room.store.of(tenant), tenant, params.id))) throw webhookNotFound(params.id);
  return reply({ id: params.id, deleted: true });
}
