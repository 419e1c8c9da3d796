import type { Input, Operations, WebhookDeliverySummary } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentDeliverySummary } from './present-delivery.ts';
import { attemptsOf, listTenantWebhookDeliveries } from './webhook-deliveries.queries.ts';

/** Lists messages for endpoints, newest first, with their attempts in short. */
export async function listWebhookDeliveries(
  { query }: Input<Operations['listWebhookDeliveries']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<readonly WebhookDeliverySummary[]>> {
  const { tenant } = call;
  const page = readPage(query);
  const runner = room.store.slow(tenant);
  const { total, rows } = await listTenantWebhookDeliveries(runner, tenant, {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
    endpoint_id: query.endpoint_id ?? null,
    entity: query.job_number ?? null,
    status: query.status ?? null,
    event: query.event ?? null,
    from: readOptionalTime(query.from, { path: 'from', call }),
    to: readOptionalTime(query.to, { path: 'to', call }),
  });
  const shown = shownRows(page, rows);
  const attempts = await attemptsOf(runner, tenant, shown);
  return reply(
    shown.map((row) => presentDeliverySummary(row, attempts.get(row.id) ?? [])),
    {
      meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }),
    },
  );
}
