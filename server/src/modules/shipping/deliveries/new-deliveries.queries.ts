import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  json,
  nullable,
  statement,
  type ArrayName,
  type Runner,
  type ValuesOf,
} from '../../../store/index.ts';
import { jobColumns, KEY, type JobKey, type TimelineEntry } from './deliveries.queries.ts';
import type { SimulationState } from './simulate.ts';

const ACTIVE = `('pending', 'assigned', 'picked_up', 'in_transit')`;

const NEW = {
  ...KEY,
  kind: 'text',
  order_number: 'text',
  order_guarded: 'bool',
  transaction_id: 'text',
  store_name: 'text',
  currency: 'text',
  shipping_fee: 'int8',
  cod_amount: 'int8',
  cod_status: 'text',
  quote_nonce: 'text?',
  delivery_city: 'text',
  recipient_phone: 'text?',
  tracking_token: 'text',
  pickup_code: 'bytea',
  pickup_code_mac: 'bytea',
  delivery_code: 'bytea',
  delivery_code_mac: 'bytea',
  details: 'jsonb',
  timeline: json<readonly TimelineEntry[]>(),
  simulation: nullable(json<SimulationState>()),
  estimated_pickup_at: 'timestamptz',
  estimated_delivery_at: 'timestamptz',
  created_at: 'timestamptz',
  due_at: 'timestamptz?',
  batch_id: 'text?',
} as const;
const NEW_COLUMNS = Object.keys(NEW).join(', ');

/** What is written beside the delivery. */
const BESIDE = {
  recorded_at: 'timestamptz',
  idempotency_key: 'text?',
  request_hash: 'bytea?',
  answer: 'bytea?',
  facts: json<readonly Fact[]>(),
  used_address_id: 'text?',
} as const;
const GIVEN = { ...NEW, ...BESIDE } as const;
const GIVEN_NAMES = Object.keys(GIVEN) as readonly (keyof typeof GIVEN)[];
const scalarOf = (name: keyof typeof GIVEN): string => GIVEN[name].replace('?', '');

type Given = ValuesOf<typeof GIVEN>;
type WhereAsked = 'idempotency_key' | 'request_hash' | 'answer' | 'batch_id';
/** A delivery as it is written, with its message; and, where the request had a key, with the answer that is kept. */
export type DeliveryToInsert = Omit<Given, WhereAsked> & Partial<Pick<Given, WhereAsked>>;

/** A column of many deliveries: `merchant_ids`, `currencies`, `details`. */
const listOf = (name: string): string =>
  name.endsWith('s') ? name : `${name.replace(/([^aeiou])y$/, '$1ie')}s`;
type Lists = Readonly<Record<string, ArrayName>>;
/** Holds because every scalar has a list. */
const LISTS = Object.fromEntries(GIVEN_NAMES.map((name) => [listOf(name), `${scalarOf(name)}[]`])) as Lists;

const MADE =
  '((e.merchant_id, e.livemode, e.job_number) IN (SELECT merchant_id, livemode, job_number FROM inserted)) IS TRUE';

/**
 * Creates what it is given in one statement, whoever it belongs to. A row whose idempotency key,
 * job number, quote or order number is taken stays out; a key is never taken without its delivery.
 * A rival is looked up row by row: as NOT EXISTS, PostgreSQL reads all that the merchant has active.
 * Columns come as lists: to take them out of JSON was a third of the work. What is asked of rows of this very statement is
 * asked with IS TRUE, which looks each up in a table of hashes where a join would compare each with each.
 */
const insert = statement({
  name: 'deliveries.insert',
  params: LISTS,
  row: { job_number: 'text', inserted: 'bool', claimed: 'bool', consistent: 'bool' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest(${GIVEN_NAMES.map((name) => `:${listOf(name)}::${scalarOf(name)}[]`).join(', ')}) AS g(${GIVEN_NAMES.join(', ')})
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
          ${announcement({ source: `(SELECT e.merchant_id, e.livemode, e.job_number, e.facts FROM eligible e WHERE ${MADE})`, entity: 'job_number', facts: 's.facts' })}
        ), counted AS (
          INSERT INTO delivery_counters (merchant_id, livemode, status, slot, deliveries)
          SELECT merchant_id, livemode, 'pending', pg_backend_pid() % 16, count(*) FROM inserted GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (merchant_id, livemode, status, slot) DO UPDATE SET deliveries = delivery_counters.deliveries + excluded.deliveries
        ), used AS (
          UPDATE addresses a SET delivery_count = a.delivery_count + u.times, last_used_at = u.at
          FROM (SELECT e.merchant_id, e.livemode, e.used_address_id, count(*)::int AS times, max(e.created_at) AS at FROM eligible e
                WHERE e.used_address_id IS NOT NULL AND ${MADE} GROUP BY 1, 2, 3) u
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
  sql: `SELECT job_number, coalesce(quote_nonce = :quote_nonce, false) AS same_quote, order_number = :order_number AND status IN ${ACTIVE} AS same_order
        FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND (quote_nonce = :quote_nonce OR (order_number = :order_number AND status IN ${ACTIVE})) AND job_number <> :job_number ORDER BY created_at LIMIT 10`,
});

export type Inserted = { readonly inserted: boolean; readonly claimed: boolean };

/** Inserts new deliveries; tells for each whether it is there now and whether its idempotency key was free. */
export async function insertDeliveries(
  runner: Runner,
  given: readonly DeliveryToInsert[],
): Promise<readonly Inserted[]> {
  const rows = new Map((await runner.run(insert, listsOf(given))).map((row) => [row.job_number, row]));
  return given.map((one) => rows.get(one.job_number) ?? { inserted: false, claimed: false });
}

/** Holds because a list is of what its column is of; what is absent of a column that may be empty travels as null. */
function listsOf(given: readonly DeliveryToInsert[]): ValuesOf<Lists> {
  return Object.fromEntries<readonly unknown[]>(
    GIVEN_NAMES.map((name) => [listOf(name), given.map((one) => one[name])]),
  ) as ValuesOf<Lists>;
}

/** The other deliveries that stand in the way of a new one. */
export async function findRivalDeliveries(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly quote_nonce: string | null; readonly order_number: string; readonly job_number: string },
) {
  return runner.run(findRivals, { ...keyOf(tenant), ...wanted });
}

const existing = statement({
  name: 'deliveries.existing',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: { job_number: 'text' },
  sql: `SELECT d.job_number FROM unnest(:merchant_ids::text[], :livemodes::bool[], :job_numbers::text[]) AS g(merchant_id, livemode, job_number)
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number`,
});

/** Which of the keys have a delivery. */
export async function existingJobNumbers(
  runner: Runner,
  keys: readonly JobKey[],
): Promise<ReadonlySet<string>> {
  return new Set((await runner.run(existing, jobColumns(keys))).map((row) => row.job_number));
}
