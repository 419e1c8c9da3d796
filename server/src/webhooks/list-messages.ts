import type { Input, MessageSummary, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Webhooks } from './open-webhooks.ts';
import { messageList, type MessageRow } from './messages.queries.ts';

/** Lists what happened, newest first unless sorted otherwise, whether or not an endpoint was told. */
export async function listMessages(
  { query }: Input<Operations['listMessages']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly MessageSummary[]>> {
  const { rows, meta } = await messageList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentMessage), { meta });
}

export function presentMessage(row: MessageRow): MessageSummary {
  return {
    id: row.id,
    event: row.event,
    entity: row.entity === '' ? null : row.entity,
    created_at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}
