import { statement, type Tx, type ValuesOf } from '../../../store/index.ts';

const promote = statement({
  name: 'webhooks.promote',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { delivery_id: 'text' },
  sql: `WITH due AS MATERIALIZED (
          SELECT q.delivery_id, (SELECT e.lane FROM webhook_endpoints e WHERE e.merchant_id = q.merchant_id AND e.livemode = q.livemode AND e.id = q.endpoint_id) AS lane
          FROM webhook_queue q WHERE q.state = 0 AND q.run_at <= :now ORDER BY q.run_at LIMIT :rows_max FOR UPDATE OF q SKIP LOCKED
        )
        UPDATE webhook_queue q SET state = 1, lane = coalesce(due.lane, q.lane) FROM due WHERE q.delivery_id = due.delivery_id RETURNING q.delivery_id`,
});

/** The next delayed row to fall due; what is due already and not promoted is in another node's hands. */
const next = statement({
  name: 'webhooks.nextDelayed',
  params: { now: 'timestamptz' },
  row: { run_at: 'timestamptz' },
  sql: `SELECT run_at FROM webhook_queue WHERE state = 0 AND run_at > :now ORDER BY run_at LIMIT 1`,
});

const changeLane = statement({
  name: 'webhooks.changeLane',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    endpoint_id: 'text',
    queue_lane: 'int2',
    rows_max: 'int4',
  },
  row: { delivery_id: 'text' },
  sql: `UPDATE webhook_queue SET lane = :queue_lane
        WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id AND e.lane = :queue_lane)
          AND delivery_id = ANY (ARRAY(SELECT delivery_id FROM webhook_queue WHERE state = 1 AND lane = 1 - :queue_lane AND endpoint_id = :endpoint_id AND (lease_until IS NULL OR lease_until < now()) ORDER BY run_at, position LIMIT :rows_max FOR UPDATE SKIP LOCKED))
        RETURNING delivery_id`,
});

/** Ends what is ready for an endpoint that gets nothing any more. */
const skip = statement({
  name: 'webhooks.skipReady',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    endpoint_id: 'text',
    now: 'timestamptz',
    rows_max: 'int4',
  },
  row: { delivery_id: 'text' },
  sql: `WITH standing AS MATERIALIZED (
          SELECT coalesce((SELECT CASE e.status WHEN 'active' THEN NULL ELSE 'endpoint_' || e.status END FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id),
            CASE WHEN EXISTS (SELECT FROM webhook_endpoints e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.id = :endpoint_id) THEN NULL ELSE 'endpoint_deleted' END) AS reason
        ), gone AS (
          DELETE FROM webhook_queue WHERE (SELECT reason FROM standing) IS NOT NULL AND delivery_id = ANY (ARRAY(
            SELECT q.delivery_id FROM (VALUES (0::int2), (1::int2)) AS l(lane) CROSS JOIN LATERAL (
              SELECT y.delivery_id FROM webhook_queue y WHERE y.state = 1 AND y.lane = l.lane AND y.endpoint_id = :endpoint_id AND (y.lease_until IS NULL OR y.lease_until < now()) ORDER BY y.run_at, y.position LIMIT :rows_max FOR UPDATE OF y SKIP LOCKED) q))
          RETURNING merchant_id, livemode, created_at, delivery_id
        )
        UPDATE webhook_deliveries d SET status = 'skipped', reason = (SELECT reason FROM standing), next_attempt_at = NULL, finished_at = :now
        FROM gone g WHERE d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.created_at = g.created_at AND d.id = g.delivery_id RETURNING d.id AS delivery_id`,
});

const TARGET = { merchant_id: 'text', livemode: 'bool', endpoint_id: 'text' } as const;

/**
 * Writes down how endpoints fare, all of a batch in one order, so that two batches never wait for
 * each other in a circle. A success ends what was counted against an endpoint.
 */
const note = statement({
  name: 'webhooks.noteEndpoints',
  params: {
    now: 'timestamptz',
    merchant_ids: 'text[]',
    livemodes: 'bool[]',
    endpoint_ids: 'text[]',
    succeeded: 'bool[]',
    failures: 'int4[]',
    exhausted: 'int4[]',
    said: 'text[]',
  },
  row: { id: 'text' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :endpoint_ids::text[], :succeeded::bool[], :failures::int4[], :exhausted::int4[], :said::text[]) AS g(merchant_id, livemode, id, succeeded, failures, exhausted, said)
        ), locked AS MATERIALIZED (
          SELECT e.merchant_id, e.livemode, e.id FROM given g JOIN webhook_endpoints e ON e.merchant_id = g.merchant_id AND e.livemode = g.livemode AND e.id = g.id
          WHERE NOT g.succeeded OR e.lane = 1 OR e.failing_since IS NOT NULL OR e.exhausted > 0 OR e.failures > 0 ORDER BY e.id FOR NO KEY UPDATE OF e
        )
        UPDATE webhook_endpoints e SET
          lane = CASE WHEN g.succeeded THEN 0 ELSE 1 END, failing_since = CASE WHEN g.succeeded THEN NULL ELSE coalesce(e.failing_since, :now) END,
          failures = CASE WHEN g.succeeded THEN 0 ELSE e.failures + g.failures END, exhausted = CASE WHEN g.succeeded THEN 0 ELSE e.exhausted + g.exhausted END,
          last_failure = CASE WHEN g.succeeded THEN NULL ELSE coalesce(nullif(g.said, ''), e.last_failure) END, warned = CASE WHEN g.succeeded THEN 0 ELSE e.warned END
        FROM given g JOIN locked l ON l.merchant_id = g.merchant_id AND l.livemode = g.livemode AND l.id = g.id
        WHERE e.merchant_id = g.merchant_id AND e.livemode = g.livemode AND e.id = g.id RETURNING e.id`,
});

/** An endpoint, whatever its merchant. */
export type SendTarget = ValuesOf<typeof TARGET>;

/** How many delayed rows fell due. */
export async function promoteDue(tx: Tx, now: Date, rowsMax: number): Promise<number> {
  return (await tx.run(promote, { now, rows_max: rowsMax })).length;
}

/** When the next delayed row falls due; null where none is delayed. */
export async function findNextDelayed(tx: Tx, now: Date): Promise<Date | null> {
  const [row] = await tx.run(next, { now });
  return row?.run_at ?? null;
}

/** Moves ready rows to the lane their endpoint is in; answers how many. */
export async function moveToLane(
  tx: Tx,
  target: SendTarget,
  move: { readonly lane: number; readonly rowsMax: number },
): Promise<number> {
  return (await tx.run(changeLane, { ...target, queue_lane: move.lane, rows_max: move.rowsMax })).length;
}

/** Skips ready rows of an endpoint that is disabled or gone; answers how many. */
export async function skipReady(
  tx: Tx,
  target: SendTarget,
  options: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  return (await tx.run(skip, { ...target, now: options.now, rows_max: options.rowsMax })).length;
}

/** What a batch of outcomes says of one endpoint. */
export type EndpointNote = SendTarget & {
  /** Whether the last word on it is a success. */
  readonly succeeded: boolean;
  readonly failures: number;
  readonly exhausted: number;
  /** What the last failure said; empty for nothing. */
  readonly said: string;
};

export async function noteEndpoints(tx: Tx, notes: readonly EndpointNote[], now: Date): Promise<void> {
  await tx.run(note, {
    now,
    merchant_ids: notes.map((one) => one.merchant_id),
    livemodes: notes.map((one) => one.livemode),
    endpoint_ids: notes.map((one) => one.endpoint_id),
    succeeded: notes.map((one) => one.succeeded),
    failures: notes.map((one) => one.failures),
    exhausted: notes.map((one) => one.exhausted),
    said: notes.map((one) => one.said),
  });
}
