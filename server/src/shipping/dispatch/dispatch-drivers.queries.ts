import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  active: 'bool',
  merchant_id: 'text?',
  jobs_max: 'int2',
  cash_limit: 'int8',
  cash_in_hand: 'int8',
  jobs: 'int8',
  online_since: 'timestamptz?',
  lat: 'float8?',
  lng: 'float8?',
  accuracy_m: 'float8?',
  recorded_at: 'timestamptz?',
  created_at: 'timestamptz',
} as const;
/** Live cash, or a merchant's own where its key looks. */
const shown = (
  merchant: string,
  live: string,
): string => `v.id, v.name, v.phone, v.vehicle_type, v.plate, v.active, v.merchant_id, v.jobs_max, v.cash_limit, courier_cash_of(v.id, coalesce(${merchant}, ''), coalesce(${live}, true)) AS cash_in_hand,
            (SELECT count(*) FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit')) AS jobs,
            s.started_at AS online_since, p.lat, p.lng, p.accuracy_m, p.recorded_at, v.created_at`;
const BESIDE = `LEFT JOIN driver_shifts s ON s.driver_id = v.id AND s.ended_at IS NULL LEFT JOIN driver_positions p ON p.driver_id = v.id`;

/** A merchant sees its own riders, and whoever else carries for it now. */
const list = statement({
  name: 'dispatchDrivers.list',
  params: {
    merchant_id: 'text?',
    livemode: 'bool?',
    like: 'text?',
    online: 'bool?',
    active: 'bool?',
    rows_max: 'int4',
    offset: 'int4',
  },
  row: { total: 'int8', ...orNull(ROW) },
  sql: `WITH wanted AS (
          SELECT v.id, v.name FROM drivers v
          WHERE ($1::text IS NULL OR v.merchant_id = $1 OR EXISTS (
                  SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.merchant_id = $1 AND d.livemode = $2))
            AND ($3::text IS NULL OR v.name ILIKE $3 OR v.phone ILIKE $3 OR v.plate ILIKE $3) AND ($5::bool IS NULL OR v.active = $5)
            AND ($4::bool IS NULL OR $4 = EXISTS (SELECT FROM driver_shifts s WHERE s.driver_id = v.id AND s.ended_at IS NULL))
        ), page AS (
          SELECT ${shown('$1', '$2')} FROM (SELECT id FROM wanted ORDER BY name, id LIMIT $6::int4 OFFSET $7::int4) w JOIN drivers v ON v.id = w.id ${BESIDE}
        )
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM wanted) t LEFT JOIN page p ON true ORDER BY p.name, p.id`,
});

const find = statement({
  name: 'dispatchDrivers.find',
  params: { id: 'text', merchant_id: 'text?', livemode: 'bool?' },
  row: ROW,
  sql: `SELECT ${shown('$2::text', '$3::bool')} FROM drivers v ${BESIDE} WHERE v.id = $1`,
});

const EDITABLE = {
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  active: 'bool',
  merchant_id: 'text?',
  jobs_max: 'int2',
  cash_limit: 'int8',
} as const;

const insert = statement({
  name: 'dispatchDrivers.insert',
  params: { id: 'text', ...EDITABLE, created_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `INSERT INTO drivers (id, name, phone, vehicle_type, plate, active, merchant_id, jobs_max, cash_limit, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (phone) DO NOTHING RETURNING id`,
});

const update = statement({
  name: 'dispatchDrivers.update',
  params: { id: 'text', ...EDITABLE },
  row: { id: 'text' },
  sql: `UPDATE drivers SET name = $2, phone = $3, vehicle_type = $4, plate = $5, active = $6, merchant_id = $7, jobs_max = $8, cash_limit = $9 WHERE id = $1 RETURNING id`,
});

export type DriverOnBoard = ValuesOf<typeof ROW>;
export type DriverFields = ValuesOf<typeof EDITABLE>;
type Wanted = Omit<ValuesOf<(typeof list)['params']>, 'like'> & { readonly text: string | null };

/** Couriers within reach, by name, with what they do now. */
export async function listDriversOnBoard(system: Runner, { text, ...wanted }: Wanted) {
  const like = text === null ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return splitTotal<DriverOnBoard>(await system.run(list, { like, ...wanted }), 'id');
}

export async function findDriverOnBoard(
  system: Runner,
  id: string,
  reach: Tenant | null,
): Promise<DriverOnBoard | undefined> {
  return (
    await system.run(find, { id, merchant_id: reach?.merchantId ?? null, livemode: reach?.livemode ?? null })
  )[0];
}

/** False when somebody has that phone already. */
export async function insertDriverOnBoard(
  system: Runner,
  driver: DriverFields & { readonly id: string; readonly created_at: Date },
): Promise<boolean> {
  return (await system.run(insert, driver)).length === 1;
}

/** Throws a violation of `drivers_phone_key` when somebody else has that phone. */
export async function updateDriverOnBoard(
  system: Runner,
  driver: DriverFields & { readonly id: string },
): Promise<void> {
  await system.run(update, driver);
}
