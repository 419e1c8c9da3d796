import type {
  CodStatus,
  Currency,
  DeliveryActor,
  DeliveryFailure,
  DeliveryKind,
  DeliveryPhase,
  DeliveryStatus,
  DeliverySummary,
  Rating,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, nullable, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { KeptAttempt } from './contact-attempts.ts';
import type { Proof } from './proof.ts';
import type { SimulationState } from './simulate.ts';
import type { KnownPosition, Stops } from './tracking/position.ts';

export const KEY = { merchant_id: 'text', livemode: 'bool', job_number: 'text' } as const;

/** Who caused a change: the kind of actor, which one, and what they said of it. */
export type Cause = {
  readonly actor_type: DeliveryActor;
  readonly actor: string | null;
  readonly note: string | null;
};

export type TimelineEntry = Cause & {
  readonly sequence: number;
  readonly status: DeliveryStatus;
  readonly at: string;
  readonly recorded_at: string;
};

/** What every reader of a delivery needs; codes stand apart. */
const TRACKED = {
  ...KEY,
  order_number: 'text',
  transaction_id: 'text',
  store_name: 'text',
  status: text<DeliveryStatus>(),
  version: 'int4',
  currency: text<Currency>(),
  shipping_fee: 'int8',
  cod_amount: 'int8',
  cod_status: text<CodStatus>(),
  driver_id: 'text?',
  tracking_token: 'text',
  pickup_attempts: 'int2',
  pickup_verified_at: 'timestamptz?',
  delivery_attempts: 'int2',
  delivery_verified_at: 'timestamptz?',
  kind: text<DeliveryKind>(),
  phase: nullable(text<DeliveryPhase>()),
  proof: nullable(json<Proof>()),
  timeline: json<readonly TimelineEntry[]>(),
  cancellation: nullable(json<NonNullable<DeliverySummary['cancellation']>>()),
  failure: nullable(json<DeliveryFailure>()),
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
export const LISTED = { ...TRACKED, ...DRIVER, rating: nullable(json<Rating>()), details: 'jsonb' } as const;
const WHOLE = {
  ...LISTED,
  pickup_code: 'bytea',
  pickup_code_mac: 'bytea',
  delivery_code: 'bytea',
  delivery_code_mac: 'bytea',
  recipient_phone: 'text?',
  delivery_city: 'text',
  simulation: nullable(json<SimulationState>()),
  due_at: 'timestamptz?',
  attempts: json<readonly KeptAttempt[]>(),
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

/** Where the courier was last and where both ends lie, only while a courier is on the way and somebody knows where. */
export const WAY = `CASE WHEN d.status NOT IN ('assigned', 'picked_up', 'in_transit') THEN NULL WHEN d.simulation IS NOT NULL THEN d.simulation -> 'position'
    WHEN p.driver_id IS NOT NULL THEN jsonb_build_object('lat', p.lat, 'lng', p.lng, 'accuracy_m', p.accuracy_m, 'recorded_at', p.recorded_at) END AS position,
  CASE WHEN d.status IN ('assigned', 'picked_up', 'in_transit') AND (p.driver_id IS NOT NULL OR d.simulation ? 'position') THEN jsonb_build_object(
    'pickup', jsonb_build_array(d.details -> 'pickup_lat', d.details -> 'pickup_lng', d.details -> 'pickup_zone' -> 'id'),
    'delivery', jsonb_build_array(d.details -> 'delivery_lat', d.details -> 'delivery_lng', d.details -> 'delivery_zone' -> 'id')) END AS stops`;

/** A delivery as it is followed: with its driver and its way, without its codes. */
export const FOLLOWED = {
  ...TRACKED,
  ...DRIVER,
  position: nullable(json<KnownPosition>()),
  stops: nullable(json<Stops>()),
} as const;
/** Its columns, read from `deliveries d`, `drivers v` and `driver_positions p`. */
export const FOLLOWED_COLUMNS = `${columnsOf(TRACKED)}, ${DRIVER_COLUMNS}, ${WAY}`;

const track = statement({
  name: 'deliveries.track',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: { ...FOLLOWED, place: 'int4' },
  sql: `SELECT ${FOLLOWED_COLUMNS}, g.place::int4 AS place
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :job_numbers::text[]) WITH ORDINALITY AS g(merchant_id, livemode, job_number, place)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number
        LEFT JOIN drivers v ON v.id = d.driver_id LEFT JOIN driver_positions p ON p.driver_id = d.driver_id`,
});

const find = statement({
  name: 'deliveries.find',
  params: { ...KEY, guess_subject: 'text', guess_hour: 'timestamptz' },
  row: { ...WHOLE, guess_failures: 'int4?' },
  sql: `SELECT ${columnsOf(WHOLE)}, ${DRIVER_COLUMNS},
          (SELECT failures FROM guess_failures f WHERE f.merchant_id = d.merchant_id AND f.livemode = d.livemode AND f.subject = :guess_subject AND f.hour = :guess_hour) AS guess_failures
        FROM deliveries d LEFT JOIN drivers v ON v.id = d.driver_id
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number`,
});

/**
 * The one statement that writes a status. It takes effect only on the version that was read;
 * the messages, the counters, the ledger, a failed guess and what a payment settled or settles no longer are written with
 * it or not at all. Details and codes that are null stay as they are.
 */
const change = statement({
  name: 'deliveries.change',
  params: {
    ...KEY,
    version: 'int4',
    status: text<DeliveryStatus>(),
    timeline: json<readonly TimelineEntry[]>(),
    updated_at: 'timestamptz',
    driver_id: 'text?',
    cod_status: text<CodStatus>(),
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
    cancellation: nullable(json<NonNullable<DeliverySummary['cancellation']>>()),
    failure: nullable(json<DeliveryFailure>()),
    simulation: nullable(json<SimulationState>()),
    due_at: 'timestamptz?',
    facts: json<readonly Fact[]>(),
    status_before: 'text',
    guess_subject: 'text?',
    guess_hour: 'timestamptz?',
    guesses_max: 'int4',
    phase: nullable(text<DeliveryPhase>()),
    attempts: json<readonly KeptAttempt[]>(),
    proof: nullable(json<Proof>()),
    rating: nullable(json<Rating>()),
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
    cod_payment_id: 'text?',
    pays_back: 'bool',
    postings: 'jsonb',
  },
  row: { version: 'int4' },
  sql: `WITH changed AS (
          UPDATE deliveries SET version = version + 1, status = :status, timeline = timeline || :timeline, updated_at = :updated_at, driver_id = :driver_id, cod_status = :cod_status,
            pickup_attempts = :pickup_attempts, pickup_verified_at = :pickup_verified_at, delivery_attempts = :delivery_attempts, delivery_verified_at = :delivery_verified_at,
            assigned_at = :assigned_at, picked_up_at = :picked_up_at, in_transit_at = :in_transit_at, delivered_at = :delivered_at, completed_at = :completed_at, cancelled_at = :cancelled_at, failed_at = :failed_at,
            cancellation = :cancellation, failure = :failure, simulation = :simulation, due_at = :due_at,
            phase = :phase, attempts = :attempts, proof = :proof, rating = :rating, recipient_phone = :recipient_phone, delivery_city = :delivery_city, cod_amount = :cod_amount,
            estimated_pickup_at = :estimated_pickup_at, estimated_delivery_at = :estimated_delivery_at, pickup_reissues = :pickup_reissues, delivery_reissues = :delivery_reissues, details = coalesce(:details, details),
            pickup_code = coalesce(:pickup_code, pickup_code), pickup_code_mac = coalesce(:pickup_code_mac, pickup_code_mac),
            delivery_code = coalesce(:delivery_code, delivery_code), delivery_code_mac = coalesce(:delivery_code_mac, delivery_code_mac)
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND version = :version
          RETURNING merchant_id, livemode, job_number, version
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'job_number', facts: ':facts' })}
        ), counted AS (
          INSERT INTO delivery_counters (merchant_id, livemode, status, slot, deliveries)
          SELECT :merchant_id, :livemode, s.status, pg_backend_pid() % 16, s.step FROM changed, (VALUES (:status_before::text, -1), (:status, 1)) AS s(status, step) WHERE :status_before <> :status ORDER BY s.status
          ON CONFLICT (merchant_id, livemode, status, slot) DO UPDATE SET deliveries = delivery_counters.deliveries + excluded.deliveries
        ), guessed AS (
          INSERT INTO guess_failures (merchant_id, livemode, subject, hour, failures, failures_max)
          SELECT :merchant_id, :livemode, :guess_subject::text, :guess_hour::timestamptz, 1, :guesses_max::int FROM changed WHERE :guess_subject IS NOT NULL
          ON CONFLICT (merchant_id, livemode, subject, hour) DO UPDATE SET failures = guess_failures.failures + 1
        ), paid AS (
          INSERT INTO delivery_payments (merchant_id, livemode, payment_id, job_number, state, amount, created_at, updated_at)
          SELECT merchant_id, livemode, :cod_payment_id::text, job_number, 'kept', :cod_amount, :updated_at, :updated_at FROM changed WHERE :cod_payment_id::text IS NOT NULL
        ), unpaid AS (
          UPDATE delivery_payments p SET state = 'to_return', updated_at = :updated_at FROM changed c
          WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.job_number = :job_number AND p.state = 'kept' AND :pays_back::boolean
        ), ${postingStatements({ source: 'changed', postings: ':postings' })}
        SELECT version FROM changed`,
});

export type JobKey = { readonly tenant: Tenant; readonly jobNumber: string };
export type TrackedRow = ValuesOf<Omit<(typeof track)['row'], 'place'>>;
export type ListedRow = ValuesOf<typeof LISTED>;
export type DeliveryRow = ValuesOf<(typeof find)['row']>;
/** The ledger's part, and whether a payment settles its cash no longer, follow from the rest; see `moveDelivery`. */
export type DeliveryChange = Omit<
  ValuesOf<(typeof change)['params']>,
  'merchant_id' | 'livemode' | 'job_number' | 'pays_back' | 'postings'
>;

export const jobColumns = (keys: readonly JobKey[]) => ({
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
  for (const row of await runner.run(track, jobColumns(keys))) found[row.place - 1] = row;
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
  {
    change: changed,
    postings,
    paysBack,
  }: {
    readonly change: DeliveryChange;
    readonly postings: readonly Posting[];
    readonly paysBack: boolean;
  },
): Promise<boolean> {
  return (
    (
      await runner.run(change, {
        ...keyOf(key.tenant),
        job_number: key.jobNumber,
        postings: postingsToJson(postings),
        pays_back: paysBack,
        ...changed,
      })
    ).length === 1
  );
}
