import { statement, type Tx, type ValuesOf } from '../../store/index.ts';

const promote = statement({
  name: 'webhooks.promote',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { delivery_id: 'text' },
  sql: `WITH due AS MATERIALIZED (
          SELECT q.delivery_id, (SELECT e.lane FROM webhook_endpoints e WHERE e.merchant_id = q.merchant_id AND e.livemode = q.livemode AND e.id = q.endpoint_id) AS lane
          FROM webhook_queue q WHERE q.state = 0 AND q.run_at <= $1 ORDER BY q.run_at LIMIT $2 FOR UPDATE OF q SKIP LOCKED
        )
        UPDATE webhook_queue q SET state = 1, lane = coalesce(due.lane, q.lane) FROM due WHERE q.delivery_id = due.delivery_id RETURNING q.delivery_id`,
});

/** What a lost worker held becomes ready again; its attempts are not counted, for nobody knows of them. */
const reap = statement({
  name: 'webhooks.reap',
  params: { rows_max: 'int4' },
  row: { delivery_id: 'text' },
  sql: `UPDATE webhook_queue SET state = 1, lease_id = NULL, lease_until = NULL
        WHERE delivery_id = ANY (ARRAY(SELECT delivery_id FROM webhook_queue WHERE state = 2 AND lease_until < now() ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING delivery_id`,
});

const changeLane = statement({
  name: 'webhooks.changeLane',
  params: { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text', queue_lane: 'int2', rows_max: 'int4' },
  row: { delivery_id: 'text' },
  sql: `UPDATE webhook_queue SET lane = $4
        WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.merchant_id = $1 AND e.livemode = $2 AND e.id = $3 AND e.lane = $4)
          AND delivery_id = ANY (ARRAY(SELECT delivery_id FROM webhook_queue WHERE state = 1 AND lane = 1 - $4 AND endpoint_id = $3 ORDER BY run_at, position LIMIT $5 FOR UPDATE SKIP LOCKED))
        RETURNING delivery_id`,
});

/** Ends what is ready for an endpoint that gets nothing any more. */
const skip = statement({
  name: 'webhooks.skipReady',
  params: { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text', now: 'timestamptz', rows_max: 'int4' },
  row: { delivery_id: 'text' },
  sql: `WITH standing AS MATERIALIZED (
          SELECT coalesce((SELECT CASE e.status WHEN 'active' THEN NULL ELSE 'endpoint_' || e.status END FROM webhook_endpoints e WHERE e.merchant_id = $1 AND e.livemode = $2 AND e.id = $3),
            CASE WHEN EXISTS (SELECT FROM webhook_endpoints e WHERE e.merchant_id = $1 AND e.livemode = $2 AND e.id = $3) THEN NULL ELSE 'endpoint_deleted' END) AS reason
        ), gone AS (
          DELETE FROM webhook_queue WHERE (SELECT reason FROM standing) IS NOT NULL AND delivery_id = ANY (ARRAY(
            SELECT q.delivery_id FROM (VALUES (0::int2), (1::int2)) AS l(lane) CROSS JOIN LATERAL (
              SELECT y.delivery_id FROM webhook_queue y WHERE y.state = 1 AND y.lane = l.lane AND y.endpoint_id = $3 ORDER BY y.run_at, y.position LIMIT $5 FOR UPDATE OF y SKIP LOCKED) q))
          RETURNING merchant_id, livemode, created_at, delivery_id
        )
        UPDATE webhook_deliveries d SET status = 'skipped', reason = (SELECT reason FROM standing), next_attempt_at = NULL, finished_at = $4
        FROM gone g WHERE d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.created_at = g.created_at AND d.id = g.delivery_id RETURNING d.id AS delivery_id`,
});

const TARGET = { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text' } as const;

const noteSuccess = statement({
  name: 'webhooks.noteSuccess',
  params: TARGET,
  row: { id: 'text' },
  sql: `UPDATE webhook_endpoints SET lane = 0, failing_since = NULL, exhausted = 0
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND (lane = 1 OR failing_since IS NOT NULL OR exhausted > 0) RETURNING id`,
});

const noteFailure = statement({
  name: 'webhooks.noteFailure',
  params: { ...TARGET, now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE webhook_endpoints SET lane = 1, failing_since = coalesce(failing_since, $4)
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND (lane = 0 OR failing_since IS NULL) RETURNING id`,
});

/** Counts a delivery given up; disables the endpoint when it is gone, or nothing succeeded for too long. */
const noteExhausted = statement({
  name: 'webhooks.noteExhausted',
  params: { ...TARGET, now: 'timestamptz', failing_before: 'timestamptz', exhausted_max: 'int4', gone: 'bool' },
  row: { id: 'text', status: 'text' },
  sql: `UPDATE webhook_endpoints SET exhausted = exhausted + 1, failing_since = coalesce(failing_since, $4),
          status = CASE WHEN status = 'active' AND ($7 OR (failing_since <= $5 AND exhausted + 1 >= $6)) THEN 'auto_disabled' ELSE status END,
          disabled_reason = CASE WHEN status <> 'active' THEN disabled_reason WHEN $7 THEN 'gone' WHEN failing_since <= $5 AND exhausted + 1 >= $6 THEN 'failing' ELSE disabled_reason END,
          version = CASE WHEN status = 'active' AND ($7 OR (failing_since <= $5 AND exhausted + 1 >= $6)) THEN version + 1 ELSE version END,
          updated_at = CASE WHEN status = 'active' AND ($7 OR (failing_since <= $5 AND exhausted + 1 >= $6)) THEN $4 ELSE updated_at END
        WHERE merchant_id = $1 AND livemode = $2 AND id = $3 RETURNING id, status`,
});

/** An endpoint, whatever its merchant. */
export type Target = ValuesOf<typeof TARGET>;

/** How many delayed rows fell due. */
export async function promoteDue(tx: Tx, now: Date, rowsMax: number): Promise<number> {
  return (await tx.run(promote, { now, rows_max: rowsMax })).length;
}

/** How many leases had run out. */
export async function reapLeases(tx: Tx, rowsMax: number): Promise<number> {
  return (await tx.run(reap, { rows_max: rowsMax })).length;
}

/** Moves ready rows to the lane their endpoint is in; answers how many. */
export async function moveToLane(tx: Tx, target: Target, move: { readonly lane: number; readonly rowsMax: number }): Promise<number> {
  return (await tx.run(changeLane, { ...target, queue_lane: move.lane, rows_max: move.rowsMax })).length;
}

/** Skips ready rows of an endpoint that is disabled or gone; answers how many. */
export async function skipReady(tx: Tx, target: Target, options: { readonly now: Date; readonly rowsMax: number }): Promise<number> {
  return (await tx.run(skip, { ...target, now: options.now, rows_max: options.rowsMax })).length;
}

export async function noteSuccessOf(tx: Tx, target: Target): Promise<void> {
  await tx.run(noteSuccess, target);
}

export async function noteFailureOf(tx: Tx, target: Target, now: Date): Promise<void> {
  await tx.run(noteFailure, { ...target, now });
}

/** The endpoint's status after one more delivery was given up. */
export async function noteExhaustedOf(tx: Tx, target: Target, rule: { readonly now: Date; readonly failingBefore: Date; readonly exhaustedMax: number; readonly gone: boolean }): Promise<string | undefined> {
  return (await tx.run(noteExhausted, { ...target, now: rule.now, failing_before: rule.failingBefore, exhausted_max: rule.exhaustedMax, gone: rule.gone }))[0]?.status;
}
