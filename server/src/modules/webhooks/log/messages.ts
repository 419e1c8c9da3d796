import type { Input, Message, MessageSummary, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { maskerFor } from './mask-codes.ts';
import { findMessage, messageList, type MessageRow } from './messages.queries.ts';
import type { Webhooks } from '../module.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { readKey } from './read-key.ts';
import { deliveriesOfMessage } from './webhook-deliveries.queries.ts';
import { messageNotFound } from './log-not-found.ts';

/** Lists what happened, newest first unless sorted otherwise, whether or not an endpoint was told. */
export async function listMessages(
  { query }: Input<Operations['listMessages']>,
  call: Call,
  { store }: Webhooks,
): Promise<Reply<readonly MessageSummary[]>> {
  const { rows, meta } = await messageList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentMessage), { meta });
}

function presentMessage(row: MessageRow): MessageSummary {
  return {
    id: row.id,
    event: row.event,
    entity: row.entity === '' ? null : row.entity,
    created_at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}

/** Reads a message: the body as receivers get it, and where it went. */
export async function getMessage(
  { params }: Input<Operations['getMessage']>,
  { tenant, caller }: Call,
  module: Webhooks,
): Promise<Reply<Message>> {
  const runner = module.store.of(tenant);
  const key = readKey('msg_', params.id);
  const row = key && (await findMessage(runner, tenant, key));
  if (!row) throw messageNotFound(params.id);
  const deliveries = await deliveriesOfMessage(runner, tenant, {
    created_at: row.created_at,
    message_id: row.id,
    entity: row.entity,
  });
  const body = module.vault.open(row.body, MESSAGE_SECRET).toString('utf8');
  return reply({
    ...presentMessage(row),
    body: maskerFor(caller, body)(body),
    deliveries: deliveries.map((delivery) => ({ ...delivery, status: delivery.status })),
  });
}
