import type { Input, Operations, WebhookJob } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { presentJob } from './present-job.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { jobList } from './jobs.queries.ts';

/** Lists jobs, newest first unless sorted otherwise. */
export async function listWebhookJobs(
  { query }: Input<Operations['listWebhookJobs']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookJob[]>> {
  const { rows, meta } = await jobList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentJob), { meta });
}
