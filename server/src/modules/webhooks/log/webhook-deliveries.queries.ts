import type {
  AttemptError,
  AttemptTrigger,
  EventKind,
  FaultMode,
  WebhookDeliveryStatus,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, from, several, until } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { webhookDeliveryStatuses } from '@cottontree/contract';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const DELIVERY = {
  id: 'text',
  message_id: 'text',
  endpoint_id: 'text',
  event: text<EventKind>(),
  entity: 'text',
  livemode: 'bool',
  status: text<WebhookDeliveryStatus>(),
  reason: 'text?',
  next_attempt_at: 'timestamptz?',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(DELIVERY)
  .map((name) => `d.${name}`)
  .join(', ');
const MINE = 'd.merchant_id = :merchant_id AND d.livemode = :livemode';
const ATTEMPT = {
  delivery_id: 'text',
  number: 'int4',
  trigger: text<AttemptTrigger>(),
  at: 'timestamptz',
  duration_ms: 'int4',
  status: 'int2?',
  error: nullable(text<AttemptError>()),
  hint: 'text?',
  drill: nullable(text<FaultMode>()),
} as const;
const ATTEMPT_COLUMNS = Object.keys(ATTEMPT)
  .map((name) => `a.${name}`)
  .join(', ');

const find = statement({
  name: 'webhookDeliveries.find',
  params: { ...TENANT, created_at: 'timestamptz', id: 'text' },
  row: { ...DELIVERY, endpoint_status: 'text?', body: 'bytea?' },
  sql: `SELECT ${COLUMNS}, e.status AS endpoint_status, m.body FROM webhook_deliveries d
        LEFT JOIN webhook_endpoints e ON e.merchant_id = d.merchant_id AND e.livemode = d.livemode AND e.id = d.endpoint_id
        LEFT JOIN webhook_messages m ON m.merchant_id = d.merchant_id AND m.livemode = d.livemode AND m.created_at = d.created_at AND m.id = d.message_id
        WHERE ${MINE} AND d.created_at = :created_at AND d.id = :id`,
});

const ofMessage = statement({
  name: 'webhookDeliveries.ofMessage',
  params: { ...TENANT, created_at: 'timestamptz', message_id: 'text', entity: 'text' },
  row: { id: 'text', endpoint_id: 'text', status: text<WebhookDeliveryStatus>() },
  sql: `SELECT d.id, d.endpoint_id, d.status FROM webhook_deliveries d WHERE ${MINE} AND d.entity = :entity AND d.created_at = :created_at AND d.message_id = :message_id ORDER BY d.id`,
});

const attempts = statement({
  name: 'webhookDeliveries.attempts',
  params: { ...TENANT, delivery_ats: 'timestamptz[]', delivery_ids: 'text[]' },
  row: ATTEMPT,
  sql: `SELECT ${ATTEMPT_COLUMNS} FROM unnest(:delivery_ats::timestamptz[], :delivery_ids::text[]) AS g(delivery_at, delivery_id)
        JOIN webhook_attempts_all a ON a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.delivery_at = g.delivery_at AND a.delivery_id = g.delivery_id ORDER BY a.delivery_id, a.number`,
});

const wholeAttempts = statement({
  name: 'webhookDeliveries.wholeAttempts',
  params: { ...TENANT, delivery_at: 'timestamptz', delivery_id: 'text', rows_max: 'int4' },
  row: { ...ATTEMPT, request_headers: 'text', response_headers: 'text?', response_body: 'bytea?' },
  sql: `SELECT ${ATTEMPT_COLUMNS}, a.request_headers, a.response_headers, a.response_body FROM webhook_attempts_all a
        WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.delivery_at = :delivery_at AND a.delivery_id = :delivery_id ORDER BY a.number LIMIT :rows_max`,
});

/** A fact that is for the fan-out alone: no message is of its kind. */
type Asking = Omit<Fact, 'kind' | 'trace'> & { readonly kind: string };

/** Asks the fan-out, which alone may queue, to send a delivery once more. */
const redeliver = statement({
  name: 'webhookDeliveries.redeliver',
  params: {
    ...TENANT,
    created_at: 'timestamptz',
    id: 'text',
    now: 'timestamptz',
    facts: json<readonly Asking[]>(),
  },
  row: DELIVERY,
  sql: `WITH d AS (
          UPDATE webhook_deliveries d SET status = 'pending', reason = NULL, next_attempt_at = :now, finished_at = NULL WHERE ${MINE} AND d.created_at = :created_at AND d.id = :id RETURNING d.*
        ), announced AS (
          ${announcement({ source: 'd', entity: 'id', facts: ':facts' })}
        )
        SELECT ${COLUMNS} FROM d`,
});

/** A tenant's deliveries; what they are about or for leads to an index of its own. */
export const webhookDeliveryList = list('listWebhookDeliveries', {
  from: 'webhook_deliveries d',
  row: DELIVERY,
  counted: 'apart',
  leads: ['job_number', 'endpoint_id'],
  filters: {
    endpoint_id: equal('d.endpoint_id'),
    status: several('d.status', webhookDeliveryStatuses),
    event: equal('d.event'),
    job_number: equal('d.entity'),
    from: from('d.created_at'),
    to: until('d.created_at'),
  },
  sorts: { created_at: byTime('d.created_at') },
});

export type WebhookDeliveryRow = ValuesOf<typeof DELIVERY>;
export type AttemptRow = ValuesOf<typeof ATTEMPT>;
export type WholeAttemptRow = ValuesOf<(typeof wholeAttempts)['row']>;
export type DeliveryKey = { readonly id: string; readonly created_at: Date };

const ATTEMPTS_SHOWN_MAX = 200;

/** A delivery with its message's sealed body and how its endpoint stands, null where that is gone. */
export async function findWebhookDelivery(runner: Runner, tenant: Tenant, key: DeliveryKey) {
  return (await runner.run(find, { ...keyOf(tenant), ...key }))[0];
}

export async function deliveriesOfMessage(
  runner: Runner,
  tenant: Tenant,
  message: { readonly created_at: Date; readonly message_id: string; readonly entity: string },
) {
  return runner.run(ofMessage, { ...keyOf(tenant), ...message });
}

/** The attempts of several deliveries, by their ids. */
export async function attemptsOf(
  runner: Runner,
  tenant: Tenant,
  keys: readonly DeliveryKey[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  const found = new Map<string, AttemptRow[]>(keys.map((key) => [key.id, []]));
  if (keys.length === 0) return found;
  const rows = await runner.run(attempts, {
    ...keyOf(tenant),
    delivery_ats: keys.map((key) => key.created_at),
    delivery_ids: keys.map((key) => key.id),
  });
  for (const row of rows) found.get(row.delivery_id)?.push(row);
  return found;
}

export async function wholeAttemptsOf(
  runner: Runner,
  tenant: Tenant,
  key: DeliveryKey,
): Promise<readonly WholeAttemptRow[]> {
  return runner.run(wholeAttempts, {
    ...keyOf(tenant),
    delivery_at: key.created_at,
    delivery_id: key.id,
    rows_max: ATTEMPTS_SHOWN_MAX,
  });
}

/** Marks a delivery as pending and asks for it to be sent once more, both or neither. */
export async function askForRedelivery(
  runner: Runner,
  tenant: Tenant,
  asked: { readonly key: DeliveryKey; readonly now: Date; readonly kind: string },
): Promise<WebhookDeliveryRow | undefined> {
  const fact: Asking = {
    kind: asked.kind,
    sequence: 0,
    at: asked.now.toISOString(),
    facts: { created_at: asked.key.created_at.toISOString() },
  };
  return (await runner.run(redeliver, { ...keyOf(tenant), ...asked.key, now: asked.now, facts: [fact] }))[0];
}
