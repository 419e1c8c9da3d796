import type { Deleted, Input, Operations, WebhookFault } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';
import { webhookNotFound } from '../endpoints/present-webhook.ts';
import { faultList, putFault, removeFault, type FaultRow } from './faults.queries.ts';

/** Orders a fault for the next messages to a test endpoint. */
export async function createWebhookFault(
  { body }: Input<Operations['createWebhookFault']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookFault>> {
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const fault = await putFault(runner, call.tenant, {
        endpoint_id: body.endpoint_id,
        mode: body.mode,
        count: body.count ?? 1,
        created_at: module.world.systemNow(),
      });
      if (!fault) throw webhookNotFound(body.endpoint_id);
      return reply(presentFault(fault));
    },
  });
}

function presentFault(row: FaultRow): WebhookFault {
  return {
    endpoint_id: row.endpoint_id,
    mode: row.mode,
    count: row.count,
    remaining: row.remaining,
    created_at: row.created_at.toISOString(),
    livemode: false,
  };
}

/** Lists the faults that are not used up, newest first unless sorted otherwise. */
export async function listWebhookFaults(
  { query }: Input<Operations['listWebhookFaults']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookFault[]>> {
  const { rows, meta } = await faultList.find(store.of(call.tenant), { call, query });
  return reply(rows.map(presentFault), { meta });
}

/** Takes back what is left of a fault. */
export async function deleteWebhookFault(
  { params }: Input<Operations['deleteWebhookFault']>,
  { tenant }: Call,
  module: Webhooks,
): Promise<Reply<Deleted>> {
  if (!(await removeFault(module.store.of(tenant), tenant, params.id))) throw webhookNotFound(params.id);
  return reply({ id: params.id, deleted: true });
}
