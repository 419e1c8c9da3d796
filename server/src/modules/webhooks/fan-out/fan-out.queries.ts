import type { Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';

/** Only one fan-out works at a time, over all nodes: so messages about one thing are queued in their order. */
const FAN_OUT_LOCK = 7_406_011;

const take = statement({
  name: 'webhooks.takeFacts',
  params: { rows_max: 'int4', except: 'int8[]' },
  row: {
    id: 'int8',
    merchant_id: 'text',
    livemode: 'bool',
    kind: 'text',
    entity: 'text',
    sequence: 'int4',
    facts: 'jsonb',
    created_at: 'timestamptz',
    trace: 'text?',
  },
  sql: `WITH mine AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${FAN_OUT_LOCK}) AS held, set_config('idle_in_transaction_session_timeout', '10000', true)),
        taken AS (
          DELETE FROM outbox WHERE id = ANY (ARRAY(SELECT id FROM outbox WHERE (SELECT held FROM mine) AND id <> ALL (:except) ORDER BY id LIMIT :rows_max FOR UPDATE SKIP LOCKED))
          RETURNING id, merchant_id, livemode, kind, entity, sequence, facts, created_at, trace
        )
        SELECT * FROM taken ORDER BY id`,
});

/** Later than the moment of every batch before, also where this node's clock is behind another's. */
const tick = statement({
  name: 'webhooks.nextMoment',
  params: { now: 'timestamptz' },
  row: { at: 'timestamptz' },
  sql: `UPDATE fan_out_clock SET at = greatest(at + interval '1 millisecond', date_trunc('milliseconds', :now::timestamptz)) RETURNING at`,
});

const endpointsOf = statement({
  name: 'webhooks.endpointsOf',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    events: 'text[]',
    status: 'text',
    lane: 'int2',
    ordered: 'bool',
  },
  sql: `SELECT e.merchant_id, e.livemode, e.id, e.events, e.status, e.lane, e.ordered
        FROM unnest(:merchant_ids::text[], :livemodes::bool[]) AS g(merchant_id, livemode)
        JOIN webhook_endpoints e ON e.merchant_id = g.merchant_id AND e.livemode = g.livemode ORDER BY e.id`,
});

const MESSAGES = {
  merchant_ids: 'text[]',
  livemodes: 'bool[]',
  ids: 'text[]',
  events: 'text[]',
  entities: 'text[]',
  sequences: 'int4[]',
  bodies: 'bytea[]',
  traces: 'text[]',
} as const;
const DELIVERIES = {
  delivery_ids: 'text[]',
  message_places: 'int4[]',
  endpoint_ids: 'text[]',
  lanes: 'int2[]',
  entity_keys: 'text[]',
  reasons: 'text[]',
} as const;

/**
 * Stores a batch of messages with a delivery for each endpoint and what is to be sent of them.
 * A fact that became a message before becomes none again. `reasons` is empty for what is sent, `entity_keys` where an endpoint takes its messages in any order, `traces` where a fact is part of none.
 */
const insert = statement({
  name: 'webhooks.insertMessages',
  params: { created_at: 'timestamptz', expires_at: 'timestamptz', ...MESSAGES, ...DELIVERIES },
  row: { message_id: 'text' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ids::text[], :events::text[], :entities::text[], :sequences::int4[], :bodies::bytea[], :traces::text[])
            WITH ORDINALITY AS g(merchant_id, livemode, id, event, entity, sequence, body, trace, place)
        ), fresh AS (
          INSERT INTO webhook_dedup (merchant_id, livemode, dedup_key, message_id, expires_at)
          SELECT merchant_id, livemode, event || ':' || sequence || ':' || entity, id, :expires_at FROM given ORDER BY 1, 2, 3
          ON CONFLICT DO NOTHING RETURNING message_id
        ), messages AS (
          INSERT INTO webhook_messages (merchant_id, livemode, created_at, id, event, entity, sequence, body, trace)
          SELECT merchant_id, livemode, :created_at, id, event, entity, sequence, body, nullif(trace, '') FROM given WHERE id IN (SELECT message_id FROM fresh) ORDER BY place
        ), wanted AS MATERIALIZED (
          SELECT d.*, g.merchant_id, g.livemode, g.id AS message_id, g.event, g.entity
          FROM unnest(:delivery_ids::text[], :message_places::int4[], :endpoint_ids::text[], :lanes::int2[], :entity_keys::text[], :reasons::text[]) WITH ORDINALITY
            AS d(id, message_place, endpoint_id, lane, entity_key, reason, place)
          JOIN given g ON g.place = d.message_place WHERE g.id IN (SELECT message_id FROM fresh)
        ), deliveries AS (
          INSERT INTO webhook_deliveries (merchant_id, livemode, created_at, id, message_id, endpoint_id, event, entity, status, reason, next_attempt_at, finished_at)
          SELECT merchant_id, livemode, :created_at, id, message_id, endpoint_id, event, entity,
            CASE reason WHEN '' THEN 'pending' ELSE 'skipped' END, nullif(reason, ''), CASE reason WHEN '' THEN :created_at END, CASE reason WHEN '' THEN NULL ELSE :created_at END
          FROM wanted ORDER BY place
        ), queued AS (
          INSERT INTO webhook_queue (delivery_id, merchant_id, livemode, endpoint_id, message_id, created_at, entity_key, lane, state, run_at, trigger)
          SELECT id, merchant_id, livemode, endpoint_id, message_id, :created_at, nullif(entity_key, ''), lane, 1, :created_at, 'auto'
          FROM wanted WHERE reason = '' ORDER BY place
        )
        SELECT message_id FROM fresh`,
});

/** Puts deliveries in front of their queues; one that is being sent right now is sent again only if it fails. That it was asked for once more while it is sent by hand shows in a moment before all others. */
const requeue = statement({
  name: 'webhooks.requeueDeliveries',
  params: {
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    created_ats: 'timestamptz[]',
    delivery_ids: 'text[]',
    now: 'timestamptz',
    tries: 'int2',
  },
  row: { delivery_id: 'text' },
  sql: `WITH wanted AS (
          UPDATE webhook_deliveries d SET status = 'pending', reason = NULL, next_attempt_at = :now, finished_at = NULL
          FROM unnest(:merchant_ids::text[], :livemodes::bool[], :created_ats::timestamptz[], :delivery_ids::text[]) AS g(merchant_id, livemode, created_at, id)
          WHERE d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.created_at = g.created_at AND d.id = g.id
          RETURNING d.id, d.merchant_id, d.livemode, d.endpoint_id, d.message_id, d.created_at, d.attempts
        )
        INSERT INTO webhook_queue AS q (delivery_id, merchant_id, livemode, endpoint_id, message_id, created_at, lane, state, run_at, trigger, attempt, tries, gone)
        SELECT w.id, w.merchant_id, w.livemode, w.endpoint_id, w.message_id, w.created_at, coalesce(e.lane, 1), 1, 'epoch', 'manual', w.attempts, :tries, false
        FROM wanted w LEFT JOIN webhook_endpoints e ON e.merchant_id = w.merchant_id AND e.livemode = w.livemode AND e.id = w.endpoint_id
        ON CONFLICT (delivery_id) DO UPDATE SET trigger = 'manual', entity_key = NULL,
          state = 1, run_at = CASE WHEN q.lease_until < now() OR q.lease_until IS NULL THEN excluded.run_at WHEN q.trigger = 'manual' THEN '-infinity' ELSE q.run_at END
        RETURNING q.delivery_id`,
});

const dropDedup = statement({
  name: 'webhooks.dropOldDedup',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { dedup_key: 'text' },
  sql: `DELETE FROM webhook_dedup WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_dedup WHERE expires_at < :now LIMIT :rows_max FOR UPDATE SKIP LOCKED)) RETURNING dedup_key`,
});

export type OutboxRow = ValuesOf<(typeof take)['row']>;
export type EndpointToTell = ValuesOf<(typeof endpointsOf)['row']>;
export type Batch = ValuesOf<(typeof insert)['params']>;

/** Takes facts out of the outbox, lowest id first, but for some; nothing while another node does. */
export async function takeFacts(
  tx: Tx,
  rowsMax: number,
  except: ReadonlySet<bigint>,
): Promise<readonly OutboxRow[]> {
  return tx.run(take, { rows_max: rowsMax, except: [...except] });
}

/** The moment of this batch. Batches are one at a time, so their moments are in the order of their commits. */
export async function nextMoment(tx: Tx, now: Date): Promise<Date> {
  return (await tx.run(tick, { now }))[0]?.at ?? now;
}

/** Every endpoint of the tenants, oldest first. */
export async function endpointsOfTenants(
  runner: Runner,
  tenants: readonly Tenant[],
): Promise<readonly EndpointToTell[]> {
  return runner.run(endpointsOf, {
    merchant_ids: tenants.map((tenant) => tenant.merchantId),
    livemodes: tenants.map((tenant) => tenant.livemode),
  });
}

/** Ids of the messages that are new. */
export async function insertMessages(tx: Tx, batch: Batch): Promise<ReadonlySet<string>> {
  return new Set((await tx.run(insert, batch)).map((row) => row.message_id));
}

export type Requeued = { readonly tenant: Tenant; readonly createdAt: Date; readonly deliveryId: string };

/** Sends deliveries once more, now; `tries` is how many automatic attempts count as made where none is pending. */
export async function requeueDeliveries(
  tx: Tx,
  wanted: readonly Requeued[],
  options: { readonly now: Date; readonly tries: number },
): Promise<void> {
  await tx.run(requeue, {
    merchant_ids: wanted.map(({ tenant }) => tenant.merchantId),
    livemodes: wanted.map(({ tenant }) => tenant.livemode),
    created_ats: wanted.map(({ createdAt }) => createdAt),
    delivery_ids: wanted.map(({ deliveryId }) => deliveryId),
    ...options,
  });
}

/** Forgets which facts became messages once those messages are gone; returns how many. */
export async function dropOldDedup(system: Runner, now: Date, rowsMax: number): Promise<number> {
  return (await system.run(dropDedup, { now, rows_max: rowsMax })).length;
}
