import type {
  Attempt,
  AttemptSummary,
  Input,
  Operations,
  WebhookDelivery,
  WebhookDeliverySummary,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { maskerFor } from './mask-codes.ts';
import type { Webhooks } from '../module.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { REDELIVER } from '../fan-out/redeliver-fact.ts';
import { fixedHeaders } from '../signing/message-headers.ts';
import { readKey } from './read-key.ts';
import {
  askForRedelivery,
  attemptsOf,
  findWebhookDelivery,
  webhookDeliveryList,
  wholeAttemptsOf,
  type AttemptRow,
  type WebhookDeliveryRow,
  type WholeAttemptRow,
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

/** A delivery with its attempts in short. */
function presentDeliverySummary(
  row: WebhookDeliveryRow,
  attempts: readonly AttemptRow[],
): WebhookDeliverySummary {
  return { ...standing(row), attempts: attempts.map(presentAttemptSummary) };
}

type SentTexts = { readonly body: string; readonly mask: (text: string) => string };

/** A delivery with all that was sent and answered. */
function presentDelivery(
  row: WebhookDeliveryRow,
  attempts: readonly WholeAttemptRow[],
  sent: SentTexts,
): WebhookDelivery {
  return { ...standing(row), attempts: attempts.map((attempt) => presentAttempt(row, attempt, sent)) };
}

/** An attempt whole; the values of an endpoint's own headers are kept nowhere. */
export function presentAttempt(
  delivery: Pick<WebhookDeliveryRow, 'id' | 'event' | 'message_id'>,
  row: WholeAttemptRow,
  { body, mask }: SentTexts,
): Attempt {
  const signatures = JSON.parse(row.request_headers) as Record<string, string>;
  const headers = {
    ...fixedHeaders({ deliveryId: delivery.id, event: delivery.event, number: row.number }),
    'webhook-id': delivery.message_id,
    ...signatures,
  };
  return {
    ...presentAttemptSummary(row),
    request: { headers, body: mask(body) },
    response:
      row.status === null
        ? null
        : {
            headers: JSON.parse(mask(row.response_headers ?? '{}')) as Record<string, string>,
            body: mask(row.response_body?.toString('utf8') ?? ''),
          },
  };
}

function presentAttemptSummary(row: AttemptRow): AttemptSummary {
  return {
    number: row.number,
    trigger: row.trigger,
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    response_status: row.status,
    error: row.error,
    hint: row.hint,
    drill: row.drill,
  };
}

function standing(row: WebhookDeliveryRow): Omit<WebhookDeliverySummary, 'attempts'> {
  return {
    id: row.id,
    message_id: row.message_id,
    endpoint_id: row.endpoint_id,
    event: row.event,
    entity: row.entity === '' ? null : row.entity,
    status: row.status,
    reason: row.reason,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}
