import { idTimeMs } from '@cottontree/contract';
import { json, nullable, statement, type Tx, type ValuesOf } from '../../../store/index.ts';

/**
 * Whether a row is held by nobody: its lease has ended, or belongs to a sender that has fallen silent. A lease must be as
 * old as it can be only where its sender had time for a heartbeat; and only where somebody beats who has done so for as
 * long: when the database comes back from a crash, everybody is silent.
 */
const UNLEASED = `(y.lease_until IS NULL OR y.lease_until < now()
                OR (y.lease_until < (SELECT now() + (:lease_ms::int4 - :dead_ms::int4) * interval '1 millisecond' FROM alive WHERE since < now() - :dead_ms::int4 * interval '1 millisecond' LIMIT 1)
                  AND y.lease_id <> ALL (ARRAY(SELECT id FROM alive))))`;

/** Where a row lies among the ready ones of its endpoint: when it fell due, and its position. */
export type QueuePlace = readonly [runAt: string, position: string];

/**
 * Leases what is ready in one lane, so many rows of one endpoint at the most and one of each of the
 * `single`, going round the endpoints from a cursor on. Each step to the next endpoint is one look
 * into the index. Leases run by the database's clock, so that nodes need not agree on theirs. One row
 * comes back for each endpoint, with lists of what was leased of it, and at least one in any case, which
 * tells at how many endpoints was looked and which was the last. `after` tells behind which place it looks on at an endpoint.
 */
const claim = statement({
  name: 'webhooks.claim',
  params: {
    lane: 'int2',
    cursor: 'text',
    busy: 'text[]',
    single: 'text[]',
    endpoints_max: 'int4',
    per_endpoint: 'int4',
    rows_max: 'int4',
    lease_id: 'text',
    lease_ms: 'int4',
    dead_ms: 'int4',
    after: json<Readonly<Record<string, QueuePlace>>>(),
  },
  row: {
    looked: 'int4',
    last: 'text?',
    merchant_id: 'text?',
    livemode: 'bool?',
    endpoint_id: 'text?',
    endpoint_version: 'int4?',
    endpoint_status: 'text?',
    endpoint_lane: 'int2?',
    delivery_ids: 'text?',
    message_ids: 'text?',
    others: 'text?',
    last_place: nullable(json<QueuePlace>()),
  },
  sql: `WITH RECURSIVE walk AS (
          (SELECT endpoint_id FROM webhook_queue WHERE state = 1 AND lane = :lane AND endpoint_id > :cursor ORDER BY lane, endpoint_id LIMIT 1)
          UNION ALL
          SELECT (SELECT q.endpoint_id FROM webhook_queue q WHERE q.state = 1 AND q.lane = :lane AND q.endpoint_id > w.endpoint_id ORDER BY q.lane, q.endpoint_id LIMIT 1)
          FROM walk w WHERE w.endpoint_id IS NOT NULL
        ), alive AS MATERIALIZED (
          SELECT id, since FROM webhook_senders WHERE seen_at > now() - :dead_ms::int4 * interval '1 millisecond'
        ), free AS MATERIALIZED (
          SELECT endpoint_id, coalesce((:after::jsonb #>> ARRAY[endpoint_id, '0'])::timestamptz, '-infinity') AS after_at, coalesce((:after::jsonb #>> ARRAY[endpoint_id, '1'])::int8, 0) AS after_position
          FROM walk WHERE endpoint_id IS NOT NULL AND endpoint_id NOT IN (SELECT unnest(:busy::text[])) LIMIT :endpoints_max
        ), picked AS (
          SELECT d.place FROM free CROSS JOIN LATERAL (
            SELECT y.ctid AS place FROM webhook_queue y
            WHERE y.state = 1 AND y.lane = :lane AND y.endpoint_id = free.endpoint_id AND (y.run_at, y.position) > (free.after_at, free.after_position)
              AND ${UNLEASED}
              AND (y.entity_key IS NULL OR NOT EXISTS (
                SELECT FROM webhook_queue o WHERE o.endpoint_id = y.endpoint_id AND o.entity_key = y.entity_key AND o.entity_key IS NOT NULL AND o.position < y.position))
            ORDER BY y.run_at, y.position LIMIT CASE WHEN free.endpoint_id = ANY (:single) THEN 1 ELSE :per_endpoint END FOR UPDATE OF y SKIP LOCKED
          ) d LIMIT :rows_max
        ), claimed AS (
          UPDATE webhook_queue w SET attempt = w.attempt + 1, lease_id = :lease_id, lease_until = now() + :lease_ms::int4 * interval '1 millisecond'
          WHERE w.ctid = ANY (ARRAY(SELECT place FROM picked))
          RETURNING w.run_at, w.position, w.delivery_id, w.merchant_id, w.livemode, w.endpoint_id, w.message_id, w.trigger, w.attempt, w.tries, w.gone, w.entity_key IS NOT NULL AS ordered, w.drill
        ), grouped AS (
          SELECT merchant_id, livemode, endpoint_id, string_agg(delivery_id, ',') AS delivery_ids, string_agg(message_id, ',') AS message_ids,
            string_agg(CASE WHEN attempt = 1 AND trigger = 'auto' AND tries = 0 AND gone AND NOT ordered AND drill IS NULL THEN ''
              ELSE concat_ws(' ', trigger, attempt, tries, gone::int, ordered::int, drill) END, ',') AS others,
            CASE WHEN NOT bool_or(ordered) THEN jsonb_build_array(max(run_at), (array_agg(position))[count(*)]::text) END AS last_place
          FROM (SELECT * FROM claimed ORDER BY merchant_id, livemode, endpoint_id, run_at, position) s GROUP BY merchant_id, livemode, endpoint_id
        )
        SELECT f.looked, f.last, g.*, e.version AS endpoint_version, e.status AS endpoint_status, e.lane AS endpoint_lane
        FROM (SELECT count(*)::int4 AS looked, max(endpoint_id) AS last FROM free) f LEFT JOIN grouped g ON true
        LEFT JOIN webhook_endpoints e ON e.merchant_id = g.merchant_id AND e.livemode = g.livemode AND e.id = g.endpoint_id`,
});

type ClaimedOfEndpoint = ValuesOf<(typeof claim)['row']>;

/** What a claim brought. */
export type Claim = {
  /** Those of one endpoint together, oldest first. */
  readonly rows: readonly Claimed[];
  /** At how many endpoints was looked, and the last of them. */
  readonly looked: number;
  readonly last: string;
  /** Of the endpoints of the rows the place of their last one, but where some have to wait for others. */
  readonly places: ReadonlyMap<string, QueuePlace>;
};

/** A delivery leased to the caller. */
export type Claimed = Pick<ClaimedOfEndpoint, 'endpoint_version' | 'endpoint_status' | 'endpoint_lane'> &
  LeasedState & {
    readonly merchant_id: string;
    readonly livemode: boolean;
    readonly endpoint_id: string;
    readonly delivery_id: string;
    readonly message_id: string;
    readonly created_at: Date;
  };

/** How far a delivery is. */
type LeasedState = {
  readonly trigger: string;
  readonly attempt: number;
  readonly tries: number;
  readonly gone: boolean;
  readonly ordered: boolean;
  readonly drill: string | null;
};

type Wanted = ValuesOf<(typeof claim)['params']>;

/** Rows now leased to the caller. */
export async function claimReady(tx: Tx, wanted: Wanted): Promise<Claim> {
  const found = await tx.run(claim, wanted);
  const [{ looked, last } = { looked: 0, last: null }] = found;
  const places = new Map<string, QueuePlace>();
  for (const { endpoint_id, last_place } of found)
    if (endpoint_id !== null && last_place !== null) places.set(endpoint_id, last_place);
  return { rows: found.flatMap(readClaimed), looked, last: last ?? '', places };
}

/** Each field is named, for hundreds of rows a claim come through here. */
function readClaimed(of: ClaimedOfEndpoint): readonly Claimed[] {
  const { merchant_id, livemode, endpoint_id, endpoint_version, endpoint_status, endpoint_lane } = of;
  if (merchant_id === null || livemode === null || endpoint_id === null) return [];
  const messages = (of.message_ids ?? '').split(',');
  const states = (of.others ?? '').split(',');
  const momentOf = createMomentReader();
  return (of.delivery_ids ?? '').split(',').map((delivery_id, at) => {
    const { trigger, attempt, tries, gone, ordered, drill } = readState(states[at] ?? '');
    return {
      merchant_id,
      livemode,
      endpoint_id,
      endpoint_version,
      endpoint_status,
      endpoint_lane,
      delivery_id,
      message_id: messages[at] ?? '',
      created_at: momentOf(delivery_id),
      trigger,
      attempt,
      tries,
      gone,
      ordered,
      drill,
    };
  });
}

/** Of an id: its prefix, and what tells its time. */
const TIME_CHARACTERS = 'wd_'.length + 10;

const FIRST: LeasedState = Object.freeze({
  trigger: 'auto',
  attempt: 1,
  tries: 0,
  gone: true,
  ordered: false,
  drill: null,
});

/** As the claim writes it; nothing stands for the first attempt. */
function readState(text: string): LeasedState {
  if (text === '') return FIRST;
  const [trigger = '', attempt, tries, gone, ordered, drill = null] = text.split(' ');
  return {
    trigger,
    attempt: Number(attempt),
    tries: Number(tries),
    gone: gone === '1',
    ordered: ordered === '1',
    drill,
  };
}

/** An id tells when it was made; many in a row were made at one moment. */
function createMomentReader(): (id: string) => Date {
  let last = '';
  let moment = new Date(0);
  return (id) => {
    const time = id.slice(0, TIME_CHARACTERS);
    if (time === last) return moment;
    last = time;
    moment = new Date(idTimeMs('wd_', id));
    return moment;
  };
}
