import { keyOf, type Tenant } from '../core/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../ledger/index.ts';
import { announcement } from '../outbox/index.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;

/** What every reader of a delivery needs; codes stand apart. */
const TRACKED = {
  ...KEY,
  order_number: 'text',
  transaction_id: 'text',
  store_name: 'text',
  status: 'text',
  version: 'int4',
  currency: 'text',
  shipping_fee: 'int8',
  cod_amount: 'int8',
  cod_status: 'text',
  driver_id: 'text?',
  tracking_token: 'text',
  pickup_attempts: 'int2',
  pickup_verified_at: 'timestamptz?',
  delivery_attempts: 'int2',
  delivery_verified_at: 'timestamptz?',
  kind: 'text',
  phase: 'text?',
  proof: 'jsonb?',
  timeline: 'jsonb',
  cancellation: 'jsonb?',
  failure: 'jsonb?',
  estimated_pickup_at: 'timestamptz?',
  estimated_delivery_at: 'timestamptz?',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  assigned_at: 'timestamptz?',
  picked_up_at: 'timestamptz?',
  in_transit_at: 'timestamptz?',
  delivered_at: 'timestamptz?',
  completed_at: 'timestamptz?',
  cancelled_at: 'timestamptz?',
  failed_at: 'timestamptz?',
} as const;
const DRIVER = {
  driver_name: 'text?',
  driver_phone: 'text?',
  driver_vehicle_type: 'text?',
  driver_plate: 'text?',
} as const;
/** A delivery as lists read it, with its driver and without its codes. */
export const LISTED = { ...TRACKED, ...DRIVER, rating: 'jsonb?', details: 'jsonb' } as const;
const WHOLE = {
  ...LISTED,
  pickup_code: 'bytea',
  pickup_code_mac: 'bytea',
  delivery_code: 'bytea',
  delivery_code_mac: 'bytea',
  recipient_phone: 'text?',
  delivery_city: 'text',
  simulation: 'jsonb?',
  due_at: 'timestamptz?',
  attempts: 'jsonb',
  pickup_reissues: 'int2',
  delivery_reissues: 'int2',
} as const;

/** The columns of a shape, read from `deliveries d`. */
export const columnsOf = (shape: object): string =>
  Object.keys(shape)
    .filter((name) => !name.startsWith('driver_') || name === 'driver_id')
    .map((name) => `d.${name}`)
    .join(', ');
/** The driver's columns of a shape, read from `drivers v`. */
export const DRIVER_COLUMNS =
  'v.name AS driver_name, v.phone AS driver_phone, v.vehicle_type AS driver_vehicle_type, v.plate AS driver_plate';
const ACTIVE = `('pending', 'assigned', 'picked_up', 'in_transit')`;

/** Where the courier was last and where both ends lie, only while a courier is on the way and somebody knows where. */
const WAY = `CASE WHEN d.status NOT IN ('assigned', 'picked_up', 'in_transit') THEN NULL WHEN d.simulation IS NOT NULL THEN d.simulation -> 'position'
    WHEN p.driver_id IS NOT NULL THEN jsonb_build_object('lat', p.lat, 'lng', p.lng, 'accuracy_m', p.accuracy_m, 'recorded_at', p.recorded_at) END AS position,
  CASE WHEN d.status IN ('assigned', 'picked_up', 'in_transit') AND (p.driver_id IS NOT NULL OR d.simulation ? 'position') THEN jsonb_build_object(
    'pickup', jsonb_build_array(d.details -> 'pickup_lat', d.details -> 'pickup_lng', d.details -> 'pickup_zone' -> 'id'),
    'delivery', jsonb_build_array(d.details -> 'delivery_lat', d.details -> 'delivery_lng', d.details -> 'delivery_zone' -> 'id')) END AS stops`;

const track = statement({
  name: 'deliveries.track',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: { ...TRACKED, ...DRIVER, position: 'jsonb?', stops: 'jsonb?', place: 'int4' },
  sql: `SELECT ${columnsOf(TRACKED)}, ${DRIVER_COLUMNS}, ${WAY}, g.place::int4 AS place
        FROM unnest($1::text[], $2::bool[], $3::text[]) WITH ORDINALITY AS g(merchant_id, livemode, job_number, place)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number
        LEFT JOIN drivers v ON v.id = d.driver_id LEFT JOIN driver_positions p ON p.driver_id = d.driver_id`,
});

const find = statement({
  name: 'deliveries.find',
  params: { ...KEY, guess_subject: 'text', guess_hour: 'timestamptz' },
  row: { ...WHOLE, guess_failures: 'int4?' },
  sql: `SELECT ${columnsOf(WHOLE)}, ${DRIVER_COLUMNS},
          (SELECT failures FROM guess_failures f WHERE f.merchant_id = d.merchant_id AND f.livemode = d.livemode AND f.subject = $4 AND f.hour = $5) AS guess_failures
        FROM deliveries d LEFT JOIN drivers v ON v.id = d.driver_id
        WHERE d.merchant_id = $1 AND d.livemode = $2 AND d.job_number = $3`,
});

/**
 * The one statement that writes a status. It takes effect only on the version that was read;
 * the messages, the counters, the ledger and a failed guess are written with it or not at all. Details and
 * codes that are null stay as they are.
 */
const change = statement({
  name: 'deliveries.change',
  params: {
    ...KEY,
    version: 'int4',
    status: 'text',
    timeline: 'jsonb',
    updated_at: 'timestamptz',
    driver_id: 'text?',
    cod_status: 'text',
    pickup_attempts: 'int2',
    pickup_verified_at: 'timestamptz?',
    delivery_attempts: 'int2',
    delivery_verified_at: 'timestamptz?',
    assigned_at: 'timestamptz?',
    picked_up_at: 'timestamptz?',
    in_transit_at: 'timestamptz?',
    delivered_at: 'timestamptz?',
    completed_at: 'timestamptz?',
    cancelled_at: 'timestamptz?',
    failed_at: 'timestamptz?',
    cancellation: 'jsonb?',
    failure: 'jsonb?',
    simulation: 'jsonb?',
    due_at: 'timestamptz?',
    facts: 'jsonb',
    status_before: 'text',
    guess_subject: 'text?',
    guess_hour: 'timestamptz?',
    guesses_max: 'int4',
    phase: 'text?',
    attempts: 'jsonb',
    proof: 'jsonb?',
    rating: 'jsonb?',
    recipient_phone: 'text?',
    delivery_city: 'text',
    cod_amount: 'int8',
    estimated_pickup_at: 'timestamptz?',
    estimated_delivery_at: 'timestamptz?',
    pickup_reissues: 'int2',
    delivery_reissues: 'int2',
    details: 'jsonb?',
    pickup_code: 'bytea?',
    pickup_code_mac: 'bytea?',
    delivery_code: 'bytea?',
    delivery_code_mac: 'bytea?',
    postings: 'jsonb',
  },
  row: { version: 'int4' },
  sql: `WITH changed AS (
          UPDATE deliveries SET version = version + 1, status = $5, timeline = timeline || $6, updated_at = $7, driver_id = $8, cod_status = $9,
            pickup_attempts = $10, pickup_verified_at = $11, delivery_attempts = $12, delivery_verified_at = $13,
            assigned_at = $14, picked_up_at = $15, in_transit_at = $16, delivered_at = $17, completed_at = $18, cancelled_at = $19, failed_at = $20,
            cancellation = $21, failure = $22, simulation = $23, due_at = $24,
            phase = $30, attempts = $31, proof = $32, rating = $33, recipient_phone = $34, delivery_city = $35, cod_amount = $36,
            estimated_pickup_at = $37, estimated_delivery_at = $38, pickup_reissues = $39, delivery_reissues = $40, details = coalesce($41, details),
            pickup_code = coalesce($42, pickup_code), pickup_code_mac = coalesce($43, pickup_code_mac),
            delivery_code = coalesce($44, delivery_code), delivery_code_mac = coalesce($45, delivery_code_mac)
          WHERE merchant_id = $1 AND livemode = $2 AND job_number = $3 AND version = $4
          RETURNING merchant_id, livemode, job_number, version
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'job_number', facts: '$25' })}
        ), counted AS (
          INSERT INTO delivery_counters (merchant_id, livemode, status, slot, deliveries)
          SELECT $1, $2, s.status, pg_backend_pid() % 16, s.step FROM changed, (VALUES ($26::text, -1), ($5, 1)) AS s(status, step) WHERE $26 <> $5 ORDER BY s.status
          ON CONFLICT (merchant_id, livemode, status, slot) DO UPDATE SET deliveries = delivery_counters.deliveries + excluded.deliveries
        ), guessed AS (
          INSERT INTO guess_failures (merchant_id, livemode, subject, hour, failures, failures_max)
          SELECT $1, $2, $27::text, $28::timestamptz, 1, $29::int FROM changed WHERE $27 IS NOT NULL
          ON CONFLICT (merchant_id, livemode, subject, hour) DO UPDATE SET failures = guess_failures.failures + 1
        ), ${postingStatements({ source: 'changed', postings: '$46' })}
        SELECT version FROM changed`,
});

const NEW = {
  ...KEY,
  kind: 'text',
  order_number: 'text',
  order_guarded: 'bool',
  transaction_id: 'text',
  store_name: 'text',
  currency: 'text',
  shipping_fee: 'bigint',
  cod_amount: 'bigint',
  cod_status: 'text',
  quote_nonce: 'text',
  delivery_city: 'text',
  recipient_phone: 'text',
  tracking_token: 'text',
  pickup_code: 'bytea',
  pickup_code_mac: 'bytea',
  delivery_code: 'bytea',
  delivery_code_mac: 'bytea',
  details: 'jsonb',
  timeline: 'jsonb',
  simulation: 'jsonb',
  estimated_pickup_at: 'timestamptz',
  estimated_delivery_at: 'timestamptz',
  created_at: 'timestamptz',
  due_at: 'timestamptz',
  batch_id: 'text',
} as const;
const NEW_COLUMNS = Object.keys(NEW).join(', ');

/**
 * Creates what it is given in one statement, whoever it belongs to. A row whose idempotency key,
 * job number, quote or order number is taken stays out; a key is never taken without its delivery.
 * A rival is looked up row by row: as NOT EXISTS, PostgreSQL reads all that the merchant has active.
 */
const insert = statement({
  name: 'deliveries.insert',
  params: { given: 'jsonb' },
  row: { job_number: 'text', inserted: 'bool', claimed: 'bool', consistent: 'bool' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset($1) AS g(${Object.entries(NEW)
            .map((column) => column.join(' '))
            .join(', ')},
            idempotency_key text, request_hash bytea, answer bytea, recorded_at timestamptz, facts jsonb, used_address_id text)
        ), claimed AS (
          INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at)
          SELECT merchant_id, livemode, idempotency_key, request_hash, job_number, answer, recorded_at FROM given WHERE idempotency_key IS NOT NULL ORDER BY 1, 2, 3
          ON CONFLICT DO NOTHING RETURNING effect
        ), eligible AS (
          SELECT g.* FROM given g LEFT JOIN LATERAL (
            SELECT true AS there FROM deliveries d WHERE d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.order_number = g.order_number AND d.status IN ${ACTIVE} LIMIT 1
          ) rival ON g.order_guarded
          WHERE (g.idempotency_key IS NULL OR g.job_number IN (SELECT effect FROM claimed)) AND rival.there IS NULL
        ), inserted AS (
          INSERT INTO deliveries (${NEW_COLUMNS}, status, version, updated_at)
          SELECT ${NEW_COLUMNS}, 'pending', 1, created_at FROM eligible ORDER BY merchant_id, livemode, job_number
          ON CONFLICT DO NOTHING RETURNING merchant_id, livemode, job_number
        ), announced AS (
          ${announcement({ source: '(SELECT e.merchant_id, e.livemode, e.job_number, e.facts FROM eligible e JOIN inserted i USING (merchant_id, livemode, job_number))', entity: 'job_number', facts: 's.facts' })}
        ), counted AS (
          INSERT INTO delivery_counters (merchant_id, livemode, status, slot, deliveries)
          SELECT merchant_id, livemode, 'pending', pg_backend_pid() % 16, count(*) FROM inserted GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (merchant_id, livemode, status, slot) DO UPDATE SET deliveries = delivery_counters.deliveries + excluded.deliveries
        ), used AS (
          UPDATE addresses a SET delivery_count = a.delivery_count + u.times, last_used_at = u.at
          FROM (SELECT e.merchant_id, e.livemode, e.used_address_id, count(*)::int AS times, max(e.created_at) AS at FROM eligible e JOIN inserted i USING (merchant_id, livemode, job_number)
                WHERE e.used_address_id IS NOT NULL GROUP BY 1, 2, 3) u
          WHERE a.merchant_id = u.merchant_id AND a.livemode = u.livemode AND a.id = u.used_address_id
        )
        SELECT g.job_number, i.job_number IS NOT NULL AS inserted, c.effect IS NOT NULL AS claimed,
          refuse_when(c.effect IS NOT NULL AND i.job_number IS NULL, 'an idempotency key was taken without its delivery') AS consistent
        FROM given g LEFT JOIN inserted i USING (merchant_id, livemode, job_number) LEFT JOIN claimed c ON c.effect = g.job_number`,
});

const findRivals = statement({
  name: 'deliveries.findRivals',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    quote_nonce: 'text?',
    order_number: 'text',
    job_number: 'text',
  },
  row: { job_number: 'text', same_quote: 'bool', same_order: 'bool' },
  sql: `SELECT job_number, coalesce(quote_nonce = $3, false) AS same_quote, order_number = $4 AND status IN ${ACTIVE} AS same_order
        FROM deliveries WHERE merchant_id = $1 AND livemode = $2 AND (quote_nonce = $3 OR (order_number = $4 AND status IN ${ACTIVE})) AND job_number <> $5 ORDER BY created_at LIMIT 10`,
});

const existing = statement({
  name: 'deliveries.existing',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: { job_number: 'text' },
  sql: `SELECT d.job_number FROM unnest($1::text[], $2::bool[], $3::text[]) AS g(merchant_id, livemode, job_number)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number`,
});

const due = statement({
  name: 'deliveries.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: `SELECT d.merchant_id, d.livemode, d.job_number FROM deliveries d
        WHERE d.due_at <= $1 AND d.due_at IS NOT NULL AND (d.livemode OR d.simulation IS NOT NULL)
          AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = d.merchant_id AND c.livemode = d.livemode)
        ORDER BY d.due_at LIMIT $2::int4`,
});

const dueOnClock = statement({
  name: 'deliveries.dueOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz', rows_max: 'int4' },
  row: { job_number: 'text', due_at: 'timestamptz?' },
  sql: `SELECT job_number, due_at FROM deliveries WHERE merchant_id = $1 AND livemode = $2 AND NOT livemode AND due_at <= $3 ORDER BY due_at, job_number LIMIT $4::int4`,
});

export type JobKey = { readonly tenant: Tenant; readonly jobNumber: string };
export type TrackedRow = ValuesOf<Omit<(typeof track)['row'], 'place'>>;
export type ListedRow = ValuesOf<typeof LISTED>;
export type DeliveryRow = ValuesOf<(typeof find)['row']>;
/** The ledger's part follows from the rest; see `cashPostings`. */
export type DeliveryChange = Omit<
  ValuesOf<(typeof change)['params']>,
  'merchant_id' | 'livemode' | 'job_number' | 'postings'
>;
export type Inserted = { readonly inserted: boolean; readonly claimed: boolean };

const columns = (keys: readonly JobKey[]) => ({
  merchant_ids: keys.map((key) => key.tenant.merchantId),
  livemodes: keys.map((key) => key.tenant.livemode),
  job_numbers: keys.map((key) => key.jobNumber),
});

/** The deliveries of the keys, in their order; undefined where there is none. */
export async function trackDeliveries(
  runner: Runner,
  keys: readonly JobKey[],
): Promise<readonly (TrackedRow | undefined)[]> {
  const found: (TrackedRow | undefined)[] = keys.map(() => undefined);
  for (const row of await runner.run(track, columns(keys))) found[row.place - 1] = row;
  return found;
}

/** One delivery with its codes, and the wrong codes counted in `guess.hour`. */
export async function findDelivery(
  runner: Runner,
  key: JobKey,
  guess: { readonly subject: string; readonly hour: Date },
): Promise<DeliveryRow | undefined> {
  return (
    await runner.run(find, {
      ...keyOf(key.tenant),
      job_number: key.jobNumber,
      guess_subject: guess.subject,
      guess_hour: guess.hour,
    })
  )[0];
}

/** False when the delivery is no longer at the version that the change was made for. */
export async function changeDelivery(
  runner: Runner,
  key: JobKey,
  { change: changed, postings }: { readonly change: DeliveryChange; readonly postings: readonly Posting[] },
): Promise<boolean> {
  return (
    (
      await runner.run(change, {
        ...keyOf(key.tenant),
        job_number: key.jobNumber,
        postings: postingsToJson(postings),
        ...changed,
      })
    ).length === 1
  );
}

/** Inserts new deliveries; tells for each whether it is there now and whether its idempotency key was free. */
export async function insertDeliveries(
  runner: Runner,
  given: readonly { readonly job_number: string; readonly [column: string]: Json | undefined }[],
): Promise<readonly Inserted[]> {
  const rows = new Map((await runner.run(insert, { given })).map((row) => [row.job_number, row]));
  return given.map((one) => rows.get(one.job_number) ?? { inserted: false, claimed: false });
}

/** The other deliveries that stand in the way of a new one. */
export async function findRivalDeliveries(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly quote_nonce: string | null; readonly order_number: string; readonly job_number: string },
) {
  return runner.run(findRivals, { ...keyOf(tenant), ...wanted });
}

/** Which of the keys have a delivery. */
export async function existingJobNumbers(
  runner: Runner,
  keys: readonly JobKey[],
): Promise<ReadonlySet<string>> {
  return new Set((await runner.run(existing, columns(keys))).map((row) => row.job_number));
}

/** Deliveries, of whatever merchant, for which something falls due by itself. */
export async function dueDeliveries(system: Runner, now: Date, rowsMax: number): Promise<readonly JobKey[]> {
  const rows = await system.run(due, { now, rows_max: rowsMax });
  return rows.map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
  }));
}

/** A merchant's test deliveries that its clock has made due, earliest first, with the moment each fell due. */
export async function deliveriesDueOnClock(
  runner: Runner,
  tenant: Tenant,
  until: { readonly now: Date; readonly rowsMax: number },
) {
  return runner.run(dueOnClock, { ...keyOf(tenant), now: until.now, rows_max: until.rowsMax });
}
