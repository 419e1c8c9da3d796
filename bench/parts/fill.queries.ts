import { makeJobNumber } from '@cottontree/contract';
import type pg from 'pg';
import { listing } from './fill-table.queries.ts';
import type { DeliveryTemplate } from './new-delivery.ts';

/** Spreads the numbers over all job numbers, as chance would; odd, so that no two meet. */
const STEP = 20_211_121_987n;
const BITS_MASK = (1n << 35n) - 1n;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const WEIGHTS = [2, 3, 5, 7, 11, 13, 17];
const SHIFTS = [30, 25, 20, 15, 10, 5, 0];

/** The job number of the n-th filled delivery. */
export function filledJobNumber(n: number): string {
  const bits = (BigInt(n) * STEP) & BITS_MASK;
  return makeJobNumber(Uint8Array.from(SHIFTS, (shift) => Number((bits >> BigInt(shift)) & 31n)));
}

const digit = (place: number): string => `((x >> ${SHIFTS[place]}) & 31)::int`;
const character = (value: string): string => `substr('${ALPHABET}', 1 + ${value}, 1)`;
const CHECK = `(${WEIGHTS.map((weight, place) => `${weight} * ${digit(place)}`).join(' + ')}) % 31`;
const JOB_NUMBER = `'SHP-' || ${[0, 1, 2, 3].map((place) => character(digit(place))).join(' || ')} || '-' || ${[4, 5, 6].map((place) => character(digit(place))).join(' || ')} || ${character(CHECK)}`;

export async function raiseLimits(database: pg.Client, merchantId: string): Promise<void> {
  await database.query(
    'UPDATE merchants SET reads_per_second = 10000000, writes_per_second = 10000000 WHERE id = $1',
    [merchantId],
  );
}

export type Fill = {
  readonly merchantId: string;
  /** The first number, and the last. */ readonly from: number;
  readonly to: number;
};

/**
 * Copies the merchant's one delivery so many times, a second apart and older than any other, with
 * everything kept that the service keeps by itself. Without indexes meanwhile: a fifth of the time.
 */
export async function fillDeliveries(database: pg.Client, { merchantId, from, to }: Fill): Promise<void> {
  const indexes = await database.query<{ indexdef: string; indexname: string }>(
    `SELECT indexdef, indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'deliveries' AND indexname <> 'deliveries_pkey'`,
  );
  await database.query(
    `SET synchronous_commit = off; SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`,
  );
  try {
    for (const { indexname } of indexes.rows) await database.query(`DROP INDEX ${indexname}`);
    const columns = await columnNames(database);
    const own: Readonly<Record<string, string>> = {
      job_number: JOB_NUMBER,
      order_number: `'F-' || n`,
      transaction_id: `'txn-' || n`,
      order_guarded: 'false',
      quote_nonce: 'NULL',
      tracking_token: `'t' || lpad(x::text, 21, '0')`,
      created_at: `made`,
      updated_at: `made`,
      due_at: `'2100-01-01'`,
    };
    // A number may have been given out by chance while the smaller table was measured.
    const { rows } = await database.query<{ made: number }>(
      listing(
        'deliveries',
        `INSERT INTO deliveries (${columns.join(', ')}) SELECT ${columns.map((column) => own[column] ?? `d.${column}`).join(', ')}
       FROM (SELECT * FROM deliveries WHERE merchant_id = $1 ORDER BY created_at, job_number LIMIT 1) d,
         LATERAL (SELECT n, (n * ${STEP}) & ${BITS_MASK} AS x, timestamptz '2020-01-01' + n * interval '1 second' AS made FROM generate_series($2::bigint, $3::bigint) n) g
       ON CONFLICT DO NOTHING`,
      ),
      [merchantId, from, to],
    );
    for (const { indexdef } of indexes.rows) await database.query(indexdef);
    await database.query(
      `INSERT INTO delivery_counters (merchant_id, livemode, status, slot, deliveries) VALUES ($1, false, 'pending', 0, $2)
       ON CONFLICT (merchant_id, livemode, status, slot) DO UPDATE SET deliveries = delivery_counters.deliveries + excluded.deliveries`,
      [merchantId, rows[0]?.made ?? 0],
    );
  } finally {
    await database.query(
      'RESET synchronous_commit; RESET session_replication_role; RESET maintenance_work_mem',
    );
  }
  await database.query('VACUUM (ANALYZE) deliveries');
  await database.query('CHECKPOINT');
}

async function columnNames(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'deliveries'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  return rows.map((row) => row.name);
}

export type Place = { readonly createdAt: Date; readonly jobNumber: string };

/** Where the merchant's n-th newest delivery stands, n from 1. */
export async function placeOf(database: pg.Client, merchantId: string, n: number): Promise<Place> {
  const { rows } = await database.query<{ created_at: Date; job_number: string }>(
    'SELECT created_at, job_number FROM deliveries WHERE merchant_id = $1 AND NOT livemode ORDER BY created_at DESC, job_number DESC LIMIT 1 OFFSET $2',
    [merchantId, n - 1],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no delivery number ${n}.`);
  return { createdAt: row.created_at, jobNumber: row.job_number };
}

/** The merchant's one delivery and its fact as the statement that creates deliveries takes them. */
export async function insertTemplate(database: pg.Client, merchantId: string): Promise<DeliveryTemplate> {
  const { rows } = await database.query<{ given: Record<string, unknown> }>(
    `SELECT to_jsonb(d) || jsonb_build_object('recorded_at', d.created_at, 'used_address_id', NULL, 'facts',
       (SELECT jsonb_agg(jsonb_build_object('kind', o.kind, 'sequence', o.sequence, 'facts', o.facts, 'at', o.created_at)) FROM outbox o WHERE o.entity = d.job_number)) AS given
     FROM deliveries d WHERE merchant_id = $1 ORDER BY created_at LIMIT 1`,
    [merchantId],
  );
  const [row] = rows;
  if (!row) throw new Error('There is no delivery to copy.');
  return row.given;
}

/** Registers healthy endpoints of a merchant; each takes every kind. */
export async function addEndpoints(
  database: pg.Client,
  {
    merchantId,
    url,
    sealedSecrets,
  }: { readonly merchantId: string; readonly url: string; readonly sealedSecrets: readonly string[] },
): Promise<void> {
  for (const [index, sealed] of sealedSecrets.entries()) {
    const id = `we_${merchantId.slice(-20)}_${index}`;
    await database.query(
      `INSERT INTO webhook_endpoints (merchant_id, livemode, id, url, events, status, success, max_in_flight, ordered, header_names, version, lane, subscribed_at, created_at, updated_at)
       VALUES ($1, false, $2, $3, '{*}', 'active', '200', 64, false, '{}', 1, 0, now(), now(), now())`,
      [merchantId, id, url],
    );
    await database.query(
      `INSERT INTO webhook_secrets (merchant_id, livemode, endpoint_id, id, role, sealed, created_at) VALUES ($1, false, $2, 'whs_' || $2, 'primary', decode($3, 'hex'), now())`,
      [merchantId, id, sealed],
    );
  }
}

export type Dying = {
  readonly deadEach: number;
  readonly ports: { readonly hang: number; readonly drip: number; readonly refuse: number };
};

/** Lets so many endpoints of every merchant die, hanging, dripping and refusing in turn, each at an address of its own; their description tells. */
export async function makeDead(database: pg.Client, { deadEach, ports }: Dying): Promise<void> {
  await database.query(
    `WITH numbered AS (
       SELECT id, row_number() OVER (PARTITION BY merchant_id ORDER BY id) AS place, row_number() OVER (ORDER BY id) AS n FROM webhook_endpoints
     )
     UPDATE webhook_endpoints e SET version = e.version + 1, description = 'dead',
       url = format('http://127.%s.%s.%s:%s/hook', 1 + n.n / 40000, n.n / 200 % 200, 1 + n.n % 200, (ARRAY[$2, $3, $4])[1 + n.place % 3])
     FROM numbered n WHERE n.id = e.id AND n.place <= $1`,
    [deadEach, String(ports.hang), String(ports.drip), String(ports.refuse)],
  );
}

/** Announces the merchant's first fact again, so many times, as about so many things. */
export async function copyFacts(
  database: pg.Client,
  {
    merchantId,
    template,
    count,
  }: { readonly merchantId: string; readonly template: Fact; readonly count: number },
): Promise<void> {
  await database.query(
    `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
     SELECT $1, false, $2, gen_random_uuid()::text, 1, $3, now() FROM generate_series(1, $4)`,
    [merchantId, template.kind, JSON.stringify(template.facts), count],
  );
}

export type Fact = { readonly kind: string; readonly facts: unknown };

/** Takes the facts out of the outbox and answers the first. */
export async function takeFact(database: pg.Client): Promise<Fact> {
  const { rows } = await database.query<Fact>('DELETE FROM outbox RETURNING kind, facts');
  const [fact] = rows;
  if (!fact) throw new Error('There is no fact in the outbox.');
  return fact;
}

/** How many attempts are logged; then forgets all that was sent, for the next round. */
export async function clearWebhooks(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ attempts: number }>(
    'SELECT count(*)::int AS attempts FROM webhook_attempts_all WHERE status = 200',
  );
  await database.query(
    'TRUNCATE webhook_queue, webhook_attempts, webhook_deliveries, webhook_messages, webhook_dedup',
  );
  return rows[0]?.attempts ?? 0;
}

/** How far the database's log is written, in bytes. */
export async function logPosition(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes",
  );
  return rows[0]?.bytes ?? Number.NaN;
}

/** The floor of everything that changes one delivery: its row, written and committed. */
export const TOUCH_DELIVERY =
  'UPDATE deliveries SET updated_at = now() WHERE merchant_id = $1 AND livemode = $2 AND job_number = $3';

/** The floor of a parcel's page: what finds it and tells which merchant's it is, one a look, without its courier or its way. */
export const FIND_PARCEL = `SELECT d.merchant_id, d.livemode, d.job_number, m.time_zone, c.frozen_at AS clock, d.details, d.rating,
    d.status = 'in_transit' AND NOT EXISTS (
      SELECT FROM deliveries o WHERE o.driver_id = d.driver_id AND o.status = 'in_transit'
        AND (coalesce(o.estimated_delivery_at, o.created_at), o.job_number) < (coalesce(d.estimated_delivery_at, d.created_at), d.job_number)) AS next_drop
  FROM deliveries d JOIN merchants m ON m.id = d.merchant_id LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode
  WHERE d.tracking_token = $1`;

/** The tokens of the pages of a merchant's deliveries. */
export async function tokensOf(database: pg.Client, merchantId: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ token: string }>(
    'SELECT tracking_token AS token FROM deliveries WHERE merchant_id = $1 ORDER BY job_number',
    [merchantId],
  );
  return rows.map(({ token }) => token);
}

/** Announces the creation of each of these live deliveries again. */
export async function repeatCreations(
  database: pg.Client,
  {
    merchantId,
    template,
    count,
  }: { readonly merchantId: string; readonly template: Fact; readonly count: number },
): Promise<void> {
  await database.query(
    `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
     SELECT merchant_id, livemode, $2, job_number, 1, $3, now() FROM deliveries WHERE merchant_id = $1 AND livemode ORDER BY job_number LIMIT $4`,
    [merchantId, template.kind, JSON.stringify(template.facts), count],
  );
}

/** How many messages to people there are; then none. */
export async function clearNotices(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ notices: number }>('SELECT count(*)::int AS notices FROM notices');
  await database.query('TRUNCATE notices');
  return rows[0]?.notices ?? 0;
}

/** Lets couriers carry as much as a bench gives them. */
export async function liftCourierLimits(database: pg.Client): Promise<void> {
  await database.query('UPDATE drivers SET jobs_max = 20');
}

/** Lets a merchant's catalogue be in another state, as a change does, while its pages stay those that were walked. */
export async function changeCatalogue(database: pg.Client, merchantId: string): Promise<void> {
  await database.query('UPDATE till_feeds SET last_seq = last_seq WHERE merchant_id = $1', [merchantId]);
}

export async function clearOutbox(database: pg.Client): Promise<void> {
  await database.query('TRUNCATE outbox');
}

export type TableSize = { readonly rows: number; readonly bytes: number };

/** Every table with its indexes and what it stores outside of its rows; partitions count as their table. Rows are as many as the last ANALYZE saw. */
export async function tableSizes(database: pg.Client): Promise<ReadonlyMap<string, TableSize>> {
  const { rows } = await database.query<{ name: string; rows: number; bytes: number }>(
    `SELECT coalesce(p.relname, c.relname) AS name, sum(greatest(c.reltuples, 0))::float8 AS rows, sum(pg_total_relation_size(c.oid))::float8 AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace GROUP BY 1`,
  );
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}
