import type { Input, Operations, WebhookDelivery, WebhookDeliverySummary } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { maskerFor } from './mask-codes.ts';
import type { Webhooks } from '../module.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { presentDelivery, presentDeliverySummary } from './present-delivery.ts';
import { readKey } from './read-key.ts';
import {
  attemptsOf,
  findWebhookDelivery,
  webhookDeliveryList,
  wholeAttemptsOf,
} from './webhook-deliveries.queries.ts';
import { webhookDeliveryNotFound } from './log-not-found.ts';

/** Lists messages for endpoints, newest first unless sorted otherwise, with their attempts in short. */
export async function listWebhookDeliveries(
  { query }: Input<Operations['listWebhookDeliveries']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookDeliverySummary[]>> {
  const runner = store.reads(call.tenant);
  const { rows, meta } = await webhookDeliveryList.find(runner, { call, query });
  const attempts = await attemptsOf(runner, call.tenant, rows);
  return reply(
    rows.map((row) => presentDeliverySummary(row, attempts.get(row.id) ?? [])),
    { meta },
  );
}

/** Reads a delivery with the request and the response of every attempt. */
export async function getWebhookDelivery(
  { params }: Input<Operations['getWebhookDelivery']>,
  { tenant, caller }: Call,
  module: Webhooks,
): Promise<Reply<WebhookDelivery>> {
  const runner = module.store.of(tenant);
  const key = readKey('wd_', params.id);
  const row = key && (await findWebhookDelivery(runner, tenant, key));
  if (!row?.body) throw webhookDeliveryNotFound(params.id);
  const body = module.vault.open(row.body, MESSAGE_SECRET).toString('utf8');
  return reply(
    presentDelivery(row, await wholeAttemptsOf(runner, tenant, row), { body, mask: maskerFor(caller, body) }),
  );
}
