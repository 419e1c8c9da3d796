import type { Input, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import type { Reply } from '../core/reply.ts';
import { setEndpointStatus } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { replyWebhook } from './present-webhook.ts';
import { webhookNotFound } from './webhook-not-found.ts';

/** Skips an endpoint from now on, until it is enabled. */
export async function disableWebhook(
  { params }: Input<Operations['disableWebhook']>,
  call: Call,
  room: Webhooks,
): Promise<Reply<Webhook>> {
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      const record = await setEndpointStatus(runner, call.tenant, {
        id: params.id,
        status: 'disabled',
        disabled_reason: 'by_merchant',
        now: room.world.systemNow(),
      });
      if (!record) throw webhookNotFound(params.id);
      return replyWebhook(record, room.world.systemNow());
    },
  });
}
