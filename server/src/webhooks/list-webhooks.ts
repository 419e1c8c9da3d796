import type { Input, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listEndpoints } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentWebhook } from './present-webhook.ts';

/** Lists the endpoints of the caller's mode, newest first. */
export async function listWebhooks(
  { query }: Input<Operations['listWebhooks']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<readonly Webhook[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listEndpoints(room.store.slow(tenant), tenant, {
    rowsMax: rowsWanted(page),
    offset: page.offset,
  });
  const now = room.world.systemNow();
  return reply(
    shownRows(page, rows).map((record) => presentWebhook(record, now)),
    { meta: listMeta({ page, total, rows }) },
  );
}
