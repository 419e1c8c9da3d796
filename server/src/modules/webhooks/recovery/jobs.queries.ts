import type { EventKind, RecoverableStatus, WebhookJobState } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { nullable, statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { webhookJobStates } from '@cottontree/contract';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const WANTED = {
  endpoint_id: 'text',
  since: 'timestamptz',
  until: 'timestamptz',
  statuses: texts<RecoverableStatus>(),
  events: nullable(texts<EventKind>()),
} as const;
const JOB = {
  id: 'text',
  livemode: 'bool',
  kind: 'text',
  ...WANTED,
  state: text<WebhookJobState>(),
  reason: 'text?',
  matched: 'int4',
  done: 'int4',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(JOB)
  .map((name) => `j.${name}`)
  .join(', ');
const MINE = 'j.merchant_id = :merchant_id AND j.livemode = :livemode';

const count = statement({
  name: 'webhookJobs.countRecoverable',
  params: { ...TENANT, ...WANTED },
  row: { total: 'int8' },
  sql: `SELECT count(*) AS total FROM webhook_deliveries d WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.endpoint_id = :endpoint_id AND d.created_at >= :since AND d.created_at < :until
          AND d.status = ANY (:statuses) AND (:events::text[] IS NULL OR d.event = ANY (:events)) AND d.entity <> ''`,
});

/** None where as many are at work as may be. */
const insert = statement({
  name: 'webhookJobs.insert',
  params: {
    ...TENANT,
    ...WANTED,
    id: 'text',
    matched: 'int4',
    created_at: 'timestamptz',
    running_max: 'int4',
  },
  row: JOB,
  sql: `INSERT INTO webhook_jobs AS j (merchant_id, livemode, id, kind, endpoint_id, since, until, statuses, events, state, matched, cursor_at, cursor_id, created_at, worked_at)
        SELECT :merchant_id, :livemode, :id, 'recover', :endpoint_id, :since, :until, :statuses, :events, 'running', :matched, :since, '', :created_at, :created_at
        WHERE (SELECT count(*) FROM webhook_jobs o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.state = 'running') < :running_max
        RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'webhookJobs.find',
  params: { ...TENANT, id: 'text' },
  row: JOB,
  sql: `SELECT ${COLUMNS} FROM webhook_jobs j WHERE ${MINE} AND j.id = :id`,
});

const cancel = statement({
  name: 'webhookJobs.cancel',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: JOB,
  sql: `UPDATE webhook_jobs j SET state = 'cancelled', reason = 'by_merchant', finished_at = :now WHERE ${MINE} AND j.id = :id AND j.state = 'running' RETURNING ${COLUMNS}`,
});

/** A tenant's jobs. */
export const jobList = list('listWebhookJobs', {
  from: 'webhook_jobs j',
  row: JOB,
  counted: 'apart',
  filters: { endpoint_id: equal('j.endpoint_id'), state: several('j.state', webhookJobStates) },
  sorts: { created_at: byTime('j.created_at') },
});

export type WebhookJobRow = ValuesOf<typeof JOB>;
export type Recoverable = ValuesOf<typeof WANTED>;
export type NewJob = Recoverable & {
  readonly id: string;
  readonly matched: number;
  readonly created_at: Date;
  readonly running_max: number;
};

/** How many deliveries match now. */
export async function countRecoverable(runner: Runner, tenant: Tenant, wanted: Recoverable): Promise<number> {
  return Number((await runner.run(count, { ...keyOf(tenant), ...wanted }))[0]?.total ?? 0n);
}

/** Under the tenant's lock; undefined where as many jobs are at work as may be. */
export async function insertJob(tx: Runner, tenant: Tenant, job: NewJob): Promise<WebhookJobRow | undefined> {
  return (await tx.run(insert, { ...keyOf(tenant), ...job }))[0];
}

export async function findJobRow(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<WebhookJobRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Undefined where it is no longer at work. */
export async function cancelJobRow(
  runner: Runner,
  tenant: Tenant,
  cancelled: { readonly id: string; readonly now: Date },
): Promise<WebhookJobRow | undefined> {
  return (await runner.run(cancel, { ...keyOf(tenant), ...cancelled }))[0];
}
