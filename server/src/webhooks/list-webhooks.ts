import type { Input, Operations, Webhook } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { endpointList } from './endpoints.queries.ts';
import type { Webhooks } from './open-webhooks.ts';
import { presentWebhook } from './present-webhook.ts';

/** Lists the endpoints of the caller's mode, newest first unless sorted otherwise. */
export async function listWebhooks(
  { query }: Input<Operations['listWebhooks']>,
  call: Call,
  { store, world }: Webhooks,
): Promise<Reply<readonly Webhook[]>> {
  const { rows, meta } = await endpointList.find(store.slow(call.tenant), { call, query });
  const now = world.systemNow();
  return reply(
    rows.map((record) => presentWebhook(record, now)),
    { meta },
  );
}
