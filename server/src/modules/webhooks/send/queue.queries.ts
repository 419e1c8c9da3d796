import { statement, type Runner, type Store, type Tx, type ValuesOf } from '../../../store/index.ts';
import type { Claimed } from './claim.queries.ts';

/**
 * The queue's tables are empty one moment and long the next, so what was planned for one of them
 * is wrong for the other. These statements are right for both only by their indexes. What leases does not
 * wait for the disk: a lease that a crash of the database forgets leaves its row ready, to be sent once more.
 * What settles is planned anew each time: for the days it is about, and not as for a day's tables that were still empty,
 * in which one index seems as good as another.
 */
const byIndex = statement({
  name: 'webhooks.byIndex',
  params: { leasing: 'bool', settling: 'bool' },
  row: { settings: 'text' },
  sql: `SELECT concat(set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('synchronous_commit', CASE WHEN :leasing::bool THEN 'off' ELSE current_setting('synchronous_commit') END, true), set_config('plan_cache_mode', CASE WHEN :settling::bool THEN 'force_custom_plan' ELSE current_setting('plan_cache_mode') END, true)) AS settings`,
});

/** Between which moments the deliveries were made: which of the days' tables they lie in. */
const SPAN = { made_from: 'timestamptz', made_to: 'timestamptz' } as const;

const OUTCOME = {
  delivery_ids: 'text[]',
  merchant_ids: 'text[]',
  livemodes: 'bool[]',
  created_ats: 'timestamptz[]',
  lease_ids: 'text[]',
  numbers: 'int4[]',
  triggers: 'text[]',
  statuses: 'text[]',
  reasons: 'text[]',
  next_ats: 'timestamptz[]',
  tries: 'int2[]',
  gone: 'bool[]',
  attempted: 'bool[]',
  ats: 'timestamptz[]',
  durations_ms: 'int4[]',
  responses: 'int2[]',
  errors: 'text[]',
  hints: 'text[]',
  remote_addresses: 'text[]',
  request_headers: 'text[]',
  response_headers: 'text[]',
  response_bodies: 'bytea[]',
  drills: 'text[]',
} as const;

/** Whether somebody asked for it by hand while it was under way, also while it was so by hand already (see `webhooks.requeueDeliveries`). */
const ASKED_MEANWHILE = `(q.trigger <> g.trigger OR q.run_at = '-infinity')`;

/**
 * Writes down how deliveries went: done ones leave the queue, others get their next time. Only
 * the holder of the lease moves anything; a late one can but log its attempt, and where the database forgot
 * its lease in a crash, the attempt with the same number that counts takes that place. A status of
 * 'pending' means another try; a delivery asked for by hand meanwhile is tried again at once.
 */
const settle = statement({
  name: 'webhooks.settle',
  params: { now: 'timestamptz', ...OUTCOME, ...SPAN },
  row: { delivery_id: 'text' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest(:delivery_ids::text[], :merchant_ids::text[], :livemodes::bool[], :created_ats::timestamptz[], :lease_ids::text[], :numbers::int4[], :triggers::text[], :statuses::text[], :reasons::text[], :next_ats::timestamptz[],
            :tries::int2[], :gone::bool[], :attempted::bool[], :ats::timestamptz[], :durations_ms::int4[], :responses::int2[], :errors::text[], :hints::text[], :remote_addresses::text[], :request_headers::text[], :response_headers::text[], :response_bodies::bytea[], :drills::text[])
          AS g(delivery_id, merchant_id, livemode, created_at, lease_id, number, trigger, status, reason, next_at,
            tries, gone, attempted, at, duration_ms, response, error, hint, remote_address, request_headers, response_headers, response_body, drill)
        ), done AS (
          DELETE FROM webhook_queue q USING given g
          WHERE q.delivery_id = g.delivery_id AND q.lease_id = g.lease_id AND q.attempt = g.number AND g.status <> 'pending' AND (g.status <> 'failed' OR NOT ${ASKED_MEANWHILE})
          RETURNING q.delivery_id
        ), again AS (
          UPDATE webhook_queue q SET state = CASE WHEN ${ASKED_MEANWHILE} THEN 1 ELSE 0 END, run_at = CASE WHEN ${ASKED_MEANWHILE} THEN 'epoch' ELSE g.next_at END,
            trigger = CASE WHEN ${ASKED_MEANWHILE} THEN q.trigger ELSE 'auto' END, tries = g.tries, gone = g.gone, drill = NULL, lease_id = NULL, lease_until = NULL
          FROM given g
          WHERE q.delivery_id = g.delivery_id AND q.lease_id = g.lease_id AND q.attempt = g.number AND (g.status = 'pending' OR (g.status = 'failed' AND ${ASKED_MEANWHILE}))
          RETURNING q.delivery_id, q.run_at
        ), judged AS MATERIALIZED (
          SELECT g.*, g.delivery_id IN (SELECT delivery_id FROM done) AS finished, g.delivery_id IN (SELECT delivery_id FROM again) AS continued FROM given g
        ), logged AS (
          INSERT INTO webhook_attempts (merchant_id, livemode, delivery_at, delivery_id, number, trigger, counted, at, duration_ms, status, error, hint, remote_address,
            request_headers, response_headers, response_body, drill)
          SELECT merchant_id, livemode, created_at, delivery_id, number, trigger, finished OR continued, at, duration_ms, nullif(response, 0), nullif(error, ''), nullif(hint, ''), nullif(remote_address, ''),
            request_headers, nullif(response_headers, ''), CASE WHEN response <> 0 THEN response_body END, nullif(drill, '')
          FROM judged WHERE attempted
          ON CONFLICT (merchant_id, livemode, delivery_at, delivery_id, number) DO UPDATE SET trigger = excluded.trigger, counted = true, at = excluded.at, duration_ms = excluded.duration_ms, status = excluded.status,
            error = excluded.error, hint = excluded.hint, remote_address = excluded.remote_address, request_headers = excluded.request_headers, response_headers = excluded.response_headers, response_body = excluded.response_body, drill = excluded.drill
          WHERE excluded.counted AND NOT webhook_attempts.counted
        ), told AS (
          UPDATE webhook_deliveries d SET status = CASE WHEN g.finished THEN g.status ELSE 'pending' END, reason = CASE WHEN g.finished THEN nullif(g.reason, '') END,
            next_attempt_at = CASE WHEN g.continued THEN g.next_at END, finished_at = CASE WHEN g.finished THEN :now::timestamptz END,
            attempts = CASE WHEN g.attempted THEN greatest(d.attempts, g.number) ELSE d.attempts END, last_status = CASE WHEN g.attempted THEN nullif(g.response, 0) ELSE d.last_status END
          FROM judged g
          WHERE (g.finished OR g.continued) AND d.created_at BETWEEN :made_from AND :made_to AND d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.created_at = g.created_at AND d.id = g.delivery_id
        )
        SELECT delivery_id FROM judged WHERE NOT finished AND NOT continued`,
});

const WON = {
  delivery_ids: 'text[]',
  lease_ids: 'text[]',
  numbers: 'int4[]',
  responses: 'int2[]',
  wons: 'text[]',
} as const;

/**
 * Writes down automatic attempts that succeeded, as most do: they leave the queue, and their delivery keeps the attempt
 * that ended it. Answers which of them the caller still held; the others were not touched.
 */
const settleWon = statement({
  name: 'webhooks.settleWon',
  params: { now: 'timestamptz', ...WON, ...SPAN },
  row: { delivery_id: 'text' },
  sql: `WITH won AS MATERIALIZED (
          SELECT * FROM unnest(:delivery_ids::text[], :lease_ids::text[], :numbers::int4[], :responses::int2[], :wons::text[]) AS g(delivery_id, lease_id, number, response, won)
        ), done AS (
          DELETE FROM webhook_queue q USING won g WHERE q.delivery_id = g.delivery_id AND q.lease_id = g.lease_id AND q.attempt = g.number
          RETURNING q.merchant_id, q.livemode, q.created_at, g.delivery_id, g.number, g.response, g.won
        )
        UPDATE webhook_deliveries d SET status = 'succeeded', reason = NULL, next_attempt_at = NULL, finished_at = :now, attempts = greatest(d.attempts, g.number), last_status = g.response, won = g.won
        FROM done g WHERE d.created_at BETWEEN :made_from AND :made_to AND d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.created_at = g.created_at AND d.id = g.delivery_id RETURNING d.id AS delivery_id`,
});

const release = statement({
  name: 'webhooks.release',
  params: { delivery_ids: 'text[]', numbers: 'int4[]', lease_id: 'text' },
  row: { delivery_id: 'text' },
  sql: `UPDATE webhook_queue q SET attempt = q.attempt - 1, lease_id = NULL, lease_until = NULL
        FROM unnest(:delivery_ids::text[], :numbers::int4[]) AS g(delivery_id, number)
        WHERE q.delivery_id = g.delivery_id AND q.attempt = g.number AND q.lease_id = :lease_id RETURNING q.delivery_id`,
});

export type Outcomes = ValuesOf<typeof OUTCOME>;
export type WonAttempts = ValuesOf<typeof WON>;
export type MadeSpan = ValuesOf<typeof SPAN>;

/** Runs work on the queue with plans that hold for any length of it; what only leases need not survive a crash of the database. */
export async function onQueue<T>(
  store: Store,
  work: (tx: Tx) => Promise<T>,
  { leasing = false, settling = false }: { readonly leasing?: boolean; readonly settling?: boolean } = {},
): Promise<T> {
  return store.system.transaction(async (tx) => {
    // Sent together with what follows; a refusal of it fails that too.
    const planned = tx.run(byIndex, { leasing, settling });
    const [answer] = await Promise.all([work(tx), planned]);
    return answer;
  });
}

/** Ids of the deliveries that the caller still held; they are done. */
export async function settleWonAttempts(
  tx: Tx,
  now: Date,
  attempts: WonAttempts & MadeSpan,
): Promise<ReadonlySet<string>> {
  return new Set((await tx.run(settleWon, { now, ...attempts })).map((row) => row.delivery_id));
}

/** Ids of the deliveries whose lease the caller no longer held. */
export async function settleOutcomes(
  tx: Tx,
  now: Date,
  outcomes: Outcomes & MadeSpan,
): Promise<readonly string[]> {
  return (await tx.run(settle, { now, ...outcomes })).map((row) => row.delivery_id);
}

/** Gives back what was leased and not begun. */
export async function releaseLeases(
  system: Runner,
  leaseId: string,
  rows: readonly Pick<Claimed, 'delivery_id' | 'attempt'>[],
): Promise<void> {
  await system.run(release, {
    delivery_ids: rows.map((row) => row.delivery_id),
    numbers: rows.map((row) => row.attempt),
    lease_id: leaseId,
  });
}

/** Nodes agree on the database's clock, for their own may differ. */
const heartbeat = statement({
  name: 'webhooks.beatAmongSenders',
  params: { sender_id: 'text', alive_ms: 'int4' },
  row: { id: 'text' },
  sql: `WITH here AS (
          INSERT INTO webhook_senders (id, seen_at) VALUES (:sender_id, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()
        ), gone AS (
          DELETE FROM webhook_senders WHERE seen_at < now() - interval '10 minutes' AND id <> :sender_id
        )
        SELECT id FROM webhook_senders WHERE id <> :sender_id AND seen_at > now() - :alive_ms::int4 * interval '1 millisecond'`,
});

const leave = statement({
  name: 'webhooks.leaveSenders',
  params: { sender_id: 'text' },
  row: { id: 'text' },
  sql: 'DELETE FROM webhook_senders WHERE id = :sender_id RETURNING id',
});

/** Says that this node sends; answers who else does. */
export async function beatAmongSenders(
  system: Runner,
  senderId: string,
  aliveMs: number,
): Promise<readonly string[]> {
  return (await system.run(heartbeat, { sender_id: senderId, alive_ms: aliveMs })).map((row) => row.id);
}

export async function leaveSenders(system: Runner, senderId: string): Promise<void> {
  await system.run(leave, { sender_id: senderId });
}
