import type { Input, Operations, WebhookJob } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { listJobRows } from './jobs.queries.ts';
import { presentJob } from './present-job.ts';

/** Lists jobs, newest first. */
export async function listWebhookJobs(
  { query }: Input<Operations['listWebhookJobs']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<readonly WebhookJob[]>> {
  const page = readPage(query, 'by page');
  const wanted = {
    rowsMax: rowsWanted(page),
    offset: page.offset,
    endpoint_id: query.endpoint_id ?? null,
    state: query.state ?? null,
  };
  const { total, rows } = await listJobRows(room.store.slow(tenant), tenant, wanted);
  return reply(shownRows(page, rows).map(presentJob), { meta: listMeta({ page, total, rows }) });
}
