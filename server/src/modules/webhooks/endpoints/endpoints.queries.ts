import type { EndpointStatus, EventSubscription, SuccessRule } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, text, texts, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';
import type { SecretTerm } from '../signing/secrets-at.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

/** A secret as it is gathered here. */
type WrittenSecret = {
  readonly [Field in keyof SecretTerm]: SecretTerm[Field] extends Date | null
    ? string | null
    : SecretTerm[Field];
} & { readonly id: string; readonly created_at: string };

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const CHANGEABLE = {
  url: 'text',
  description: 'text?',
  events: texts<EventSubscription>(),
  success: text<SuccessRule>(),
  max_in_flight: 'int2',
  rate_per_second: 'float8?',
  ordered: 'bool',
  headers: 'bytea?',
  header_names: 'text[]',
} as const;
const RECORD = {
  id: 'text',
  ...CHANGEABLE,
  livemode: 'bool',
  status: text<EndpointStatus>(),
  disabled_reason: 'text?',
  version: 'int4',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  secrets: json<readonly WrittenSecret[]>(),
} as const;
const SECRETS = `(SELECT jsonb_agg(jsonb_build_object('id', s.id, 'role', s.role, 'created_at', s.created_at, 'promotes_at', s.promotes_at, 'expires_at', s.expires_at, 'overlap_hours', s.overlap_hours))
          FROM webhook_secrets s WHERE s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.endpoint_id = e.id)`;
/** What its first secret looks like to the statement that makes it, which cannot read it yet. */
const FIRST_SECRET = `jsonb_build_array(jsonb_build_object('id', :secret_id::text, 'role', 'primary', 'created_at', e.created_at, 'promotes_at', NULL, 'expires_at', NULL, 'overlap_hours', 0))`;
const columns = (secrets: string): string =>
  Object.keys(RECORD)
    .map((name) => (name === 'secrets' ? `${secrets} AS secrets` : `e.${name}`))
    .join(', ');
const COLUMNS = columns(SECRETS);

const lock = statement({
  name: 'endpoints.lock',
  params: TENANT,
  row: { locked: 'bool' },
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.endpoints:' || :merchant_id || ':' || :livemode::bool::text, 0)) IS NOT NULL AS locked`,
});

/** None where the tenant has as many as it may have. */
const insert = statement({
  name: 'endpoints.insert',
  params: {
    ...TENANT,
    id: 'text',
    ...CHANGEABLE,
    created_at: 'timestamptz',
    secret_id: 'text',
    secret: 'bytea',
    endpoints_max: 'int4',
  },
  row: RECORD,
  sql: `WITH e AS (
          INSERT INTO webhook_endpoints (merchant_id, livemode, id, url, description, events, success, max_in_flight, rate_per_second, ordered, headers, header_names,
            status, version, subscribed_at, created_at, updated_at)
          SELECT :merchant_id, :livemode, :id, :url, :description, :events, :success, :max_in_flight, :rate_per_second, :ordered, :headers, :header_names, 'active', 1, :created_at, :created_at, :created_at
          WHERE (SELECT count(*) FROM webhook_endpoints o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode) < :endpoints_max
          RETURNING *
        ), kept AS (
          INSERT INTO webhook_secrets (merchant_id, livemode, endpoint_id, id, role, sealed, created_at) SELECT e.merchant_id, e.livemode, e.id, :secret_id, 'primary', :secret, e.created_at FROM e
        )
        SELECT ${columns(FIRST_SECRET)} FROM e`,
});

const find = statement({
  name: 'endpoints.find',
  params: { ...TENANT, id: 'text' },
  row: RECORD,
  sql: `SELECT ${COLUMNS} FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :id`,
});

/** Takes effect only on the version that was read. A new address has yet to show that it answers. */
const change = statement({
  name: 'endpoints.change',
  params: {
    ...TENANT,
    id: 'text',
    version: 'int4',
    ...CHANGEABLE,
    updated_at: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: RECORD,
  sql: `WITH changed AS (UPDATE webhook_endpoints e SET url = :url, description = :description, events = :events, success = :success, max_in_flight = :max_in_flight, rate_per_second = :rate_per_second, ordered = :ordered, headers = :headers, header_names = :header_names,
          version = e.version + 1, updated_at = :updated_at, subscribed_at = CASE WHEN e.events = :events THEN e.subscribed_at ELSE :updated_at END,
          lane = CASE WHEN e.url = :url THEN e.lane ELSE 1 END, failing_since = CASE WHEN e.url = :url THEN e.failing_since END, exhausted = CASE WHEN e.url = :url THEN e.exhausted ELSE 0 END,
          failures = CASE WHEN e.url = :url THEN e.failures ELSE 0 END, last_failure = CASE WHEN e.url = :url THEN e.last_failure END, warned = CASE WHEN e.url = :url THEN e.warned ELSE 0 END
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :id AND e.version = :version RETURNING *), announced AS (${announcement({ source: 'changed', entity: 'id', facts: ':facts' })})
        SELECT ${COLUMNS} FROM changed e`,
});

/** The one statement by which people set a status; the same status again changes nothing. */
const setStatus = statement({
  name: 'endpoints.setStatus',
  params: {
    ...TENANT,
    id: 'text',
    status: text<EndpointStatus>(),
    disabled_reason: 'text?',
    now: 'timestamptz',
  },
  row: RECORD,
  sql: `UPDATE webhook_endpoints e SET status = :status, disabled_reason = CASE e.status WHEN :status THEN e.disabled_reason ELSE :disabled_reason END,
          version = CASE e.status WHEN :status THEN e.version ELSE e.version + 1 END, updated_at = CASE e.status WHEN :status THEN e.updated_at ELSE :now END,
          failing_since = CASE e.status WHEN :status THEN e.failing_since END, exhausted = CASE e.status WHEN :status THEN e.exhausted ELSE 0 END,
          failures = CASE e.status WHEN :status THEN e.failures ELSE 0 END, last_failure = CASE e.status WHEN :status THEN e.last_failure END, warned = CASE e.status WHEN :status THEN e.warned ELSE 0 END
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :id RETURNING ${COLUMNS}`,
});

const remove = statement({
  name: 'endpoints.delete',
  params: { ...TENANT, id: 'text' },
  row: { id: 'text' },
  sql: 'DELETE FROM webhook_endpoints WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id',
});

/** A tenant's endpoints. */
export const endpointList = list('listWebhooks', {
  from: 'webhook_endpoints e',
  row: RECORD,
  select: COLUMNS,
  counted: 'apart',
  filters: {},
  sorts: { created_at: byTime('e.created_at') },
});

export type EndpointRecord = ValuesOf<typeof RECORD>;
export type EndpointFields = ValuesOf<typeof CHANGEABLE>;
export type NewEndpoint = EndpointFields & {
  readonly id: string;
  readonly created_at: Date;
  readonly secret_id: string;
  readonly secret: Buffer;
  readonly endpoints_max: number;
};

/** In a transaction: lets one at a time make endpoints for the tenant. */
export async function lockEndpoints(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(lock, keyOf(tenant));
}

/** Under the tenant's lock; undefined where it has as many as it may have. */
export async function insertEndpoint(
  tx: Tx | Runner,
  tenant: Tenant,
  endpoint: NewEndpoint,
): Promise<EndpointRecord | undefined> {
  return (await tx.run(insert, { ...keyOf(tenant), ...endpoint }))[0];
}

export async function findEndpoint(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<EndpointRecord | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Undefined when the endpoint is no longer at the version that the change was made for. */
export async function changeEndpoint(
  runner: Runner,
  tenant: Tenant,
  changed: EndpointFields & {
    readonly id: string;
    readonly version: number;
    readonly updated_at: Date;
    /** What is told of it. */ readonly facts: readonly Fact[];
  },
): Promise<EndpointRecord | undefined> {
  return (await runner.run(change, { ...keyOf(tenant), ...changed, facts: changed.facts }))[0];
}

export async function setEndpointStatus(
  runner: Runner,
  tenant: Tenant,
  wanted: {
    readonly id: string;
    readonly status: 'active' | 'disabled';
    readonly disabled_reason: string | null;
    readonly now: Date;
  },
): Promise<EndpointRecord | undefined> {
  return (await runner.run(setStatus, { ...keyOf(tenant), ...wanted }))[0];
}

/** False when there was none. */
export async function deleteEndpoint(runner: Runner, tenant: Tenant, id: string): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id })).length === 1;
}
