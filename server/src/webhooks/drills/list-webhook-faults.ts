import type { Input, Operations, WebhookFault } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { presentFault } from './create-webhook-fault.ts';
import { listFaults } from './faults.queries.ts';

/** Lists the faults that are not used up, newest first. */
export async function listWebhookFaults(
  { query }: Input<Operations['listWebhookFaults']>,
  { tenant }: Call,
  room: Webhooks,
): Promise<Reply<readonly WebhookFault[]>> {
  const page = readPage(query);
  const { total, rows } = await listFaults(room.store.of(tenant), tenant, {
    rowsMax: rowsWanted(page),
    offset: page.offset,
  });
  return reply(shownRows(page, rows).map(presentFault), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.endpoint_id }) }),
  });
}
