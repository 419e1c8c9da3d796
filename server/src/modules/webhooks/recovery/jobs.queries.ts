import {
  webhookJobStates,
  type EventKind,
  type RecoverableStatus,
  type WebhookJobState,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import {
  nullable,
  statement,
  text,
  texts,
  type Runner,
  type Tx,
  type ValuesOf,
} from '../../../store/index.ts';
import { equal, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

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
type NewJob = Recoverable & {
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

/** Only one node works on jobs at a time, so that what it finds queued is what counts. */
const JOBS_LOCK = 7_406_012;

const take = statement({
  name: 'webhookJobs.take',
  params: {},
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    endpoint_id: 'text',
    since: 'timestamptz',
    until: 'timestamptz',
    statuses: 'text[]',
    events: 'text[]?',
    done: 'int4',
    cursor_at: 'timestamptz',
    cursor_id: 'text',
    endpoint_status: 'text?',
    queued: 'int8',
    queued_here: 'int8',
    running: 'int8',
  },
  sql: `WITH mine AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${JOBS_LOCK}) AS held)
        SELECT j.merchant_id, j.livemode, j.id, j.endpoint_id, j.since, j.until, j.statuses, j.events, j.done, j.cursor_at, j.cursor_id, e.status AS endpoint_status,
          (SELECT count(*) FROM webhook_queue q WHERE q.trigger = 'recovery') AS queued,
          (SELECT count(*) FROM webhook_queue q WHERE q.trigger = 'recovery' AND q.endpoint_id = j.endpoint_id) AS queued_here,
          (SELECT count(*) FROM webhook_jobs o WHERE o.state = 'running') AS running
        FROM webhook_jobs j LEFT JOIN webhook_endpoints e ON e.merchant_id = j.merchant_id AND e.livemode = j.livemode AND e.id = j.endpoint_id
        WHERE j.state = 'running' AND (SELECT held FROM mine) ORDER BY j.worked_at LIMIT 1 FOR UPDATE OF j SKIP LOCKED`,
});

/**
 * Puts the next deliveries of a job in the queue, looking at so many rows at the most. What was received meanwhile is
 * left out by the lock. Automatic attempts made before still count, so that there are never more than may be.
 */
const feed = statement({
  name: 'webhookJobs.feed',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    endpoint_id: 'text',
    cursor_at: 'timestamptz',
    cursor_id: 'text',
    until: 'timestamptz',
    statuses: 'text[]',
    events: 'text[]?',
    now: 'timestamptz',
    rows_max: 'int4',
    window_max: 'int4',
  },
  row: {
    looked: 'int8',
    picked: 'int8',
    queued: 'int8',
    last_at: 'timestamptz?',
    last_id: 'text?',
    looked_at: 'timestamptz?',
    looked_id: 'text?',
  },
  sql: `WITH looked AS MATERIALIZED (
          SELECT d.created_at, d.id, d.status, d.event, d.entity FROM webhook_deliveries d
          WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.endpoint_id = :endpoint_id AND (d.created_at, d.id) > (:cursor_at, :cursor_id) AND d.created_at < :until ORDER BY d.created_at, d.id LIMIT :window_max
        ), picked AS MATERIALIZED (
          SELECT created_at, id FROM looked WHERE status = ANY (:statuses) AND (:events::text[] IS NULL OR event = ANY (:events)) AND entity <> '' ORDER BY created_at, id LIMIT :rows_max
        ), locked AS MATERIALIZED (
          SELECT d.merchant_id, d.livemode, d.created_at, d.id, d.endpoint_id, d.message_id, d.attempts, d.status
          FROM picked p JOIN webhook_deliveries d ON d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.created_at = p.created_at AND d.id = p.id WHERE d.status = ANY (:statuses) FOR UPDATE OF d
        ), queued AS (
          INSERT INTO webhook_queue (delivery_id, merchant_id, livemode, endpoint_id, message_id, created_at, lane, state, run_at, trigger, attempt, tries, gone)
          SELECT l.id, l.merchant_id, l.livemode, l.endpoint_id, l.message_id, l.created_at, 1, 1, :now, 'recovery', l.attempts,
            (SELECT count(*) FROM webhook_attempts_all a WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.delivery_at = l.created_at AND a.delivery_id = l.id AND a.trigger = 'auto' AND a.counted), false
          FROM locked l WHERE l.status <> 'pending' ORDER BY l.created_at, l.id ON CONFLICT (delivery_id) DO NOTHING RETURNING delivery_id
        ), hurried AS (
          UPDATE webhook_queue q SET state = 1, run_at = :now, lane = 1, trigger = 'recovery', entity_key = NULL FROM locked l WHERE l.status = 'pending' AND q.delivery_id = l.id AND q.state = 0 RETURNING q.delivery_id
        ), both_ways AS MATERIALIZED (
          SELECT delivery_id FROM queued UNION ALL SELECT delivery_id FROM hurried
        ), told AS (
          UPDATE webhook_deliveries d SET status = 'pending', reason = NULL, next_attempt_at = :now, finished_at = NULL
          FROM locked l WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.created_at = l.created_at AND d.id = l.id AND l.id IN (SELECT delivery_id FROM both_ways)
        )
        SELECT (SELECT count(*) FROM looked) AS looked, (SELECT count(*) FROM picked) AS picked, (SELECT count(*) FROM both_ways) AS queued,
          (SELECT created_at FROM picked ORDER BY created_at DESC, id DESC LIMIT 1) AS last_at, (SELECT id FROM picked ORDER BY created_at DESC, id DESC LIMIT 1) AS last_id,
          (SELECT created_at FROM looked ORDER BY created_at DESC, id DESC LIMIT 1) AS looked_at, (SELECT id FROM looked ORDER BY created_at DESC, id DESC LIMIT 1) AS looked_id`,
});

const note = statement({
  name: 'webhookJobs.note',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    cursor_at: 'timestamptz',
    cursor_id: 'text',
    done: 'int4',
    state: 'text',
    reason: 'text?',
    now: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `UPDATE webhook_jobs SET cursor_at = :cursor_at, cursor_id = :cursor_id, done = :done, state = :state, reason = :reason, worked_at = :now, finished_at = CASE :state WHEN 'running' THEN NULL ELSE :now::timestamptz END
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id`,
});

const drop = statement({
  name: 'webhookJobs.dropOld',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: 'DELETE FROM webhook_jobs WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_jobs WHERE finished_at < :before LIMIT :rows_max FOR UPDATE SKIP LOCKED)) RETURNING id',
});

export type JobAtWork = ValuesOf<(typeof take)['row']>;
type Feeding = ValuesOf<(typeof feed)['params']>;
export type Fed = ValuesOf<(typeof feed)['row']>;
type JobNote = ValuesOf<(typeof note)['params']>;

/** The job that has waited longest, for this transaction; undefined when there is none or another node works on one. */
export async function takeJob(tx: Tx): Promise<JobAtWork | undefined> {
  return (await tx.run(take, {}))[0];
}

export async function feedQueue(tx: Tx, feeding: Feeding): Promise<Fed | undefined> {
  return (await tx.run(feed, feeding))[0];
}

export async function noteJob(tx: Tx, noted: JobNote): Promise<void> {
  await tx.run(note, noted);
}

/** Forgets jobs that ended long ago; returns how many. */
export async function dropOldJobs(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}
