import type { Input, Operations, WebhookFault } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { presentFault } from './create-webhook-fault.ts';
import type { Webhooks } from '../open-webhooks.ts';
import { faultList } from './faults.queries.ts';

/** Lists the faults that are not used up, newest first unless sorted otherwise. */
export async function listWebhookFaults(
  { query }: Input<Operations['listWebhookFaults']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly WebhookFault[]>> {
  const { rows, meta } = await faultList.find(store.of(call.tenant), { call, query });
  return reply(rows.map(presentFault), { meta });
}
