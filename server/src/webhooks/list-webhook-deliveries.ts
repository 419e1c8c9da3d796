import type { Input, Operations, WebhookDeliverySummary } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { presentDeliverySummary } from './present-delivery.ts';
import type { Webhooks } from './open-webhooks.ts';
import { attemptsOf, webhookDeliveryList } from './webhook-deliveries.queries.ts';

/** Lists messages for endpoints, newest first unless sorted otherwise, with their attempts in short. */
export async function listWebhookDeliveries(
  { query }: Input<Operations['listWebhookDeliveries']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookDeliverySummary[]>> {
  const runner = store.slow(call.tenant);
  const { rows, meta } = await webhookDeliveryList.find(runner, { call, query });
  const attempts = await attemptsOf(runner, call.tenant, rows);
  return reply(
    rows.map((row) => presentDeliverySummary(row, attempts.get(row.id) ?? [])),
    { meta },
  );
}
