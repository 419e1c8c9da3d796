import {
  covers,
  type FeedMessage,
  type Input,
  type MessageFeed,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { findEndpoint } from '../endpoints/endpoints.queries.ts';
import type { Webhooks } from '../module.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import type { EndpointReceiver } from '../send/endpoint-cache.ts';
import { fixedHeaders } from '../signing/message-headers.ts';
import { signMessage } from '../signing/sign-message.ts';
import { webhookNotFound } from '../endpoints/present-webhook.ts';
import {
  AFTER_ALL_IDS,
  BEGINNING,
  isExpired,
  readFeedCursor,
  writeFeedCursor,
  type FeedPosition,
} from './feed-cursor.ts';
import { readFeed, type FedMessage } from './feed.queries.ts';

const LIMIT_DEFAULT = 20;

/** The endpoint's next messages, oldest first, signed for this moment; with `wait`, as soon as there is one. */
export async function pollWebhookMessages(
  { params, query }: Input<Operations['pollWebhookMessages']>,
  call: Call,
  module: Webhooks,
): Promise<Reply<MessageFeed>> {
  refuseWithoutCodes(call);
  const { tenant } = call;
  const runner = module.store.of(tenant);
  const limit = query.limit ?? LIMIT_DEFAULT;
  if (!(await findEndpoint(runner, tenant, params.id))) throw webhookNotFound(params.id);
  const mark = { tenant, endpointId: params.id, after: readAfter(query.after, module.world.systemNow()) };
  const first = await readFeed(runner, mark, limit + 1);
  if (first.rows.length > 0 || !query.wait) return reply(await present(first, { limit, mark, module }));
  await module.feedWatch.wait(mark, query.wait * 1_000);
  return reply(await present(await readFeed(runner, mark, limit + 1), { limit, mark, module }));
}

/** A masked body could not be verified, so the whole or nothing is given. */
function refuseWithoutCodes({ caller }: Call): void {
  if (covers(caller.scopes, 'shipping:read')) return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    'This key lacks the scope shipping:read, which the bodies need: they can hold handoff codes. Give the key that scope or use another key.',
    { details: { scope: 'shipping:read' } },
  );
}

function readAfter(after: string | undefined, now: Date): FeedPosition {
  if (after === undefined) return BEGINNING;
  const cursor = readFeedCursor(after);
  if (!isExpired(cursor, now)) return cursor;
  throw new Failure(
    'CURSOR_EXPIRED',
    `after was given out at ${cursor.readAt.toISOString()}, and messages are kept for 30 days: some may be missing. Look them up otherwise, and poll without after to begin with the oldest kept.`,
  );
}

type Read = Awaited<ReturnType<typeof readFeed>>;
type Basis = {
  readonly limit: number;
  readonly mark: Parameters<typeof readFeed>[1];
  readonly module: Webhooks;
};

async function present({ seenAt, rows }: Read, { limit, mark, module }: Basis): Promise<MessageFeed> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last
    ? { at: last.created_at, id: last.id, readAt: last.created_at }
    : { at: seenAt, id: AFTER_ALL_IDS, readAt: module.world.systemNow() };
  const receiver = shown.length > 0 ? await receiverOf({ mark, module }) : null;
  return {
    messages: receiver ? shown.map((row) => presentMessage(row, receiver, module)) : [],
    next: writeFeedCursor(next),
    has_more: last !== undefined,
  };
}

async function receiverOf({
  mark: { tenant, endpointId },
  module,
}: Omit<Basis, 'limit'>): Promise<EndpointReceiver> {
  const record = await findEndpoint(module.store.of(tenant), tenant, endpointId);
  const key = {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    endpoint_id: endpointId,
    endpoint_version: record?.version ?? null,
  };
  const receiver = (await module.endpoints.read([key])).get(endpointId);
  if (!record || !receiver) throw webhookNotFound(endpointId);
  return receiver;
}

function presentMessage(
  row: FedMessage,
  receiver: EndpointReceiver,
  { vault, world }: Webhooks,
): FeedMessage {
  const body = vault.open(row.body, MESSAGE_SECRET);
  const now = world.systemNow();
  const signed = signMessage({
    id: row.message_id,
    timestamp: Math.floor(now.getTime() / 1_000),
    body,
    secrets: receiver.secretsAt(now),
  });
  return {
    id: row.message_id,
    delivery_id: row.id,
    event: row.event,
    created_at: row.created_at.toISOString(),
    body: body.toString('utf8'),
    headers: { ...fixedHeaders({ deliveryId: row.id, event: row.event, number: 1 }), ...signed },
  };
}
