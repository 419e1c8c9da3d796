import type { EndpointStatus } from '@cottontree/contract';
import type { OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
/** Counted no further: beyond, it is only known to be much. */
const COUNTED_MAX = 10_000;

const endpoints = statement({
  name: 'overview.endpoints',
  params: KEY,
  row: {
    id: 'text',
    url: 'text',
    description: 'text?',
    status: text<EndpointStatus>(),
    failing_since: 'timestamptz?',
    last_failure: 'text?',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  sql: `SELECT e.id, e.url, e.description, e.status, e.failing_since, e.last_failure, e.created_at, e.updated_at
        FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode ORDER BY e.created_at, e.id`,
});

const hours = statement({
  name: 'overview.webhookHours',
  params: { ...KEY, endpoints: 'text[]', from: 'timestamptz' },
  row: { hour: 'timestamptz', outcomes: 'int4[]', durations: 'int4[]' },
  sql: `SELECT h.hour, h.outcomes, h.durations FROM webhook_health h
        WHERE h.merchant_id = :merchant_id AND h.livemode = :livemode AND h.endpoint_id = ANY (:endpoints) AND h.hour >= :from ORDER BY h.hour`,
});

/** What is put off or ready; what is on its way is about to be neither. */
const waiting = statement({
  name: 'overview.waitingMessages',
  params: { endpoints: 'text[]' },
  row: { endpoint_id: 'text', waiting: 'int8' },
  sql: `SELECT e.id AS endpoint_id, (SELECT count(*) FROM (SELECT FROM webhook_queue q WHERE q.state = 0 AND q.endpoint_id = e.id LIMIT ${COUNTED_MAX}) d)
          + (SELECT count(*) FROM (SELECT FROM webhook_queue q WHERE q.state = 1 AND q.lane IN (0, 1) AND q.endpoint_id = e.id AND (q.lease_until IS NULL OR q.lease_until < now()) LIMIT ${COUNTED_MAX}) r) AS waiting
        FROM unnest(:endpoints::text[]) AS e(id)`,
});

export type EndpointNow = ValuesOf<(typeof endpoints)['row']>;
export type WebhookHour = ValuesOf<(typeof hours)['row']>;

/** A merchant's endpoints, oldest first. */
export async function endpointsOf(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<readonly EndpointNow[]> {
  return runner.run(endpoints, keyOf(tenant));
}

/** How attempts ended since a moment, hour by hour, of some endpoints. */
export async function webhookHours(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly endpoints: readonly string[]; readonly from: Date },
): Promise<readonly WebhookHour[]> {
  return runner.run(hours, { ...keyOf(tenant), ...wanted });
}

/** How many messages wait for each of some endpoints, which are known to be the caller's. */
export async function waitingFor(
  system: Runner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await system.run(waiting, { endpoints: ids });
  return new Map(rows.map((row) => [row.endpoint_id, Number(row.waiting)]));
}
