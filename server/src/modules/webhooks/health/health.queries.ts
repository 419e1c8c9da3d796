import type { EndpointStatus } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';
import type { HourCount } from './outcome-counter.ts';

/** Adds place by place; endpoints that are gone are left out. */
const add = statement({
  name: 'webhookHealth.add',
  params: { counts: 'jsonb' },
  row: { hour: 'timestamptz' },
  sql: `INSERT INTO webhook_health AS h (merchant_id, livemode, endpoint_id, hour, outcomes, durations)
        SELECT c.merchant_id, c.livemode, c.endpoint_id, c.hour, c.outcomes, c.durations
        FROM jsonb_to_recordset(:counts) AS c(merchant_id text, livemode bool, endpoint_id text, hour timestamptz, outcomes int[], durations int[])
        WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.merchant_id = c.merchant_id AND e.livemode = c.livemode AND e.id = c.endpoint_id)
        ORDER BY c.endpoint_id, c.hour
        ON CONFLICT (merchant_id, livemode, endpoint_id, hour) DO UPDATE SET
          outcomes = (SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place) FROM unnest(h.outcomes, excluded.outcomes) WITH ORDINALITY AS u(a, b, place)),
          durations = (SELECT array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY place) FROM unnest(h.durations, excluded.durations) WITH ORDINALITY AS u(a, b, place))
        RETURNING h.hour`,
});

const hours = statement({
  name: 'webhookHealth.hours',
  params: { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text', from: 'timestamptz' },
  row: { hour: 'timestamptz', outcomes: 'int4[]', durations: 'int4[]' },
  sql: `SELECT h.hour, h.outcomes, h.durations FROM webhook_health h
        WHERE h.merchant_id = :merchant_id AND h.livemode = :livemode AND h.endpoint_id = :endpoint_id AND h.hour >= :from ORDER BY h.hour`,
});

const standing = statement({
  name: 'webhookHealth.standing',
  params: { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text' },
  row: {
    status: text<EndpointStatus>(),
    lane: 'int2',
    failing_since: 'timestamptz?',
    failures: 'int4',
    exhausted: 'int4',
    last_failure: 'text?',
    warned: 'int2',
  },
  sql: `SELECT e.status, e.lane, e.failing_since, e.failures, e.exhausted, e.last_failure, e.warned FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id`,
});

/** What is being sent is found among all that is, which is little. */
const oldestPending = statement({
  name: 'webhookHealth.oldestPending',
  params: { endpoint_id: 'text' },
  row: { oldest: 'timestamptz?' },
  sql: `SELECT least(
          (SELECT q.created_at FROM webhook_queue q WHERE q.state = 1 AND q.lane = 0 AND q.endpoint_id = :endpoint_id ORDER BY q.run_at, q.position LIMIT 1),
          (SELECT q.created_at FROM webhook_queue q WHERE q.state = 1 AND q.lane = 1 AND q.endpoint_id = :endpoint_id ORDER BY q.run_at, q.position LIMIT 1),
          (SELECT q.created_at FROM webhook_queue q WHERE q.state = 0 AND q.endpoint_id = :endpoint_id ORDER BY q.created_at LIMIT 1)) AS oldest`,
});

const forget = statement({
  name: 'webhookHealth.forget',
  params: { before: 'timestamptz' },
  row: { hour: 'timestamptz' },
  sql: 'DELETE FROM webhook_health WHERE hour < :before RETURNING hour',
});

export type HealthHour = ValuesOf<(typeof hours)['row']>;
type EndpointStanding = ValuesOf<(typeof standing)['row']>;

export async function addHourCounts(system: Runner, counts: readonly HourCount[]): Promise<void> {
  await system.run(add, { counts });
}

/** The hours since a moment in which anything was sent, oldest first. */
export async function hoursOf(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly endpointId: string; readonly from: Date },
): Promise<readonly HealthHour[]> {
  return runner.run(hours, { ...keyOf(tenant), endpoint_id: wanted.endpointId, from: wanted.from });
}

export async function standingOf(
  runner: Runner,
  tenant: Tenant,
  endpointId: string,
): Promise<EndpointStanding | undefined> {
  return (await runner.run(standing, { ...keyOf(tenant), endpoint_id: endpointId }))[0];
}

/** When the oldest delivery that is still to be sent was made; for an endpoint already known to be the caller's. */
export async function oldestPendingOf(system: Runner, endpointId: string): Promise<Date | null> {
  return (await system.run(oldestPending, { endpoint_id: endpointId }))[0]?.oldest ?? null;
}

export async function forgetHours(system: Runner, before: Date): Promise<void> {
  await system.run(forget, { before });
}

/** Counted no further than that: beyond, it is only known to be much. */
const COUNTED_MAX = 100_000;

/** What an endpoint on probation lets wait is its own affair, so the age of what is ready is that of the healthy lane. */
const look = statement({
  name: 'webhooks.lookAtBacklog',
  params: {},
  row: {
    facts: 'int8',
    oldest_fact: 'timestamptz?',
    ready: 'int8',
    ready_suspect: 'int8',
    delayed: 'int8',
    sending: 'int8',
    oldest_ready: 'timestamptz?',
  },
  sql: `SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT ${COUNTED_MAX}) f) AS facts,
          (SELECT o.created_at FROM outbox o ORDER BY o.id LIMIT 1) AS oldest_fact,
          count(*) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 0) AS ready, count(*) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 1) AS ready_suspect,
          count(*) FILTER (WHERE q.state = 0) AS delayed, count(*) FILTER (WHERE q.leased) AS sending,
          min(q.run_at) FILTER (WHERE q.state = 1 AND NOT q.leased AND q.lane = 0 AND q.run_at > 'epoch') AS oldest_ready
        FROM (SELECT state, lane, run_at, coalesce(lease_until >= now(), false) AS leased FROM webhook_queue LIMIT ${COUNTED_MAX}) q`,
});

export type Backlog = ValuesOf<(typeof look)['row']>;

export async function lookAtBacklog(tx: Pick<Tx, 'run'>): Promise<Backlog> {
  const [row] = await tx.run(look, {});
  if (!row) throw new Error('A count has no row.');
  return row;
}
