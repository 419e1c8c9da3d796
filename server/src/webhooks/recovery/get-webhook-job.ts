import type { Input, Operations, WebhookJob } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { webhookJobNotFound } from '../webhook-not-found.ts';
import { findJobRow } from './jobs.queries.ts';
import { presentJob } from './present-job.ts';

/** Reads a job: how far it is. */
export async function getWebhookJob(
  { params }: Input<Operations['getWebhookJob']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<WebhookJob>> {
  const row = await findJobRow(room.store.of(tenant), tenant, params.id);
  if (!row) throw webhookJobNotFound(params.id);
  return reply(presentJob(row));
}
