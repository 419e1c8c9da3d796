import type { Input, Operations, WebhookDeliverySummary } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';
import { presentDeliverySummary } from './present-delivery.ts';
import { readKey } from './read-key.ts';
import { REDELIVER } from '../fan-out/redeliver-fact.ts';
import { askForRedelivery, attemptsOf, findWebhookDelivery } from './webhook-deliveries.queries.ts';
import { webhookDeliveryNotFound } from './log-not-found.ts';

/** Sends a delivery once more, now: the same id and bytes, beside its automatic attempts. */
export async function redeliverWebhookDelivery(
  { params }: Input<Operations['redeliverWebhookDelivery']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<WebhookDeliverySummary>> {
  const { tenant } = call;
  const key = readKey('wd_', params.id);
  return effect(module, call, {
    work: async (tx) => {
      const row = key && (await findWebhookDelivery(tx, tenant, key));
      if (!row || !key) throw webhookDeliveryNotFound(params.id);
      if (row.endpoint_status !== 'active') throw notActive(row);
      const asked = await askForRedelivery(tx, tenant, {
        key,
        now: module.world.systemNow(),
        kind: REDELIVER,
      });
      const attempts = await attemptsOf(tx, tenant, [key]);
      return reply(presentDeliverySummary(asked ?? row, attempts.get(key.id) ?? []));
    },
  });
}

function notActive({
  endpoint_id,
  endpoint_status,
}: {
  readonly endpoint_id: string;
  readonly endpoint_status: string | null;
}): Failure {
  const from = endpoint_status ?? 'deleted';
  const advice = endpoint_status === null ? 'It cannot get anything any more.' : 'Enable it first.';
  return new Failure(
    'STATE_CONFLICT',
    `The webhook endpoint ${endpoint_id} is ${from.replace('_', '-')}. ${advice}`,
    { details: { from, to: 'pending', allowed: [] } },
  );
}
