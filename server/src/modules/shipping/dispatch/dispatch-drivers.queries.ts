import type { Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { flag, search } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';

const ROW = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  active: 'bool',
  merchant_id: 'text?',
  livemode: 'bool?',
  jobs_max: 'int2',
  cash_limit: 'int8',
  cash_in_hand: 'numeric',
  jobs: 'int8',
  online_since: 'timestamptz?',
  lat: 'float8?',
  lng: 'float8?',
  accuracy_m: 'float8?',
  recorded_at: 'timestamptz?',
  created_at: 'timestamptz',
} as const;
/** Of all merchants for the platform, of its own where a merchant's key looks. */
const shown = (
  merchant: string,
  live: string,
): string => `v.id, v.name, v.phone, v.vehicle_type, v.plate, v.active, v.merchant_id, v.livemode, v.jobs_max, v.cash_limit,
            (SELECT coalesce(sum(c.amount), 0) FROM courier_cash c WHERE c.driver_id = v.id AND c.livemode = coalesce(${live}, v.livemode, true) AND (${merchant} IS NULL OR c.merchant_id = ${merchant})) AS cash_in_hand,
            (SELECT count(*) FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND (${merchant} IS NULL OR (d.merchant_id = ${merchant} AND d.livemode = ${live}))) AS jobs,
            s.started_at AS online_since, p.lat, p.lng, p.accuracy_m, p.recorded_at, v.created_at`;
const BESIDE = `LEFT JOIN driver_shifts s ON s.driver_id = v.id AND s.ended_at IS NULL LEFT JOIN driver_positions p ON p.driver_id = v.id`;

/** Whom a merchant's key sees: its own riders in its mode, and the platform's who carry for it now. */
export const WITHIN_REACH = `(:merchant_id::text IS NULL OR (v.merchant_id = :merchant_id AND v.livemode = :livemode) OR (v.merchant_id IS NULL AND EXISTS (
                  SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.merchant_id = :merchant_id AND d.livemode = :livemode)))`;

const find = statement({
  name: 'dispatchDrivers.find',
  params: { id: 'text', merchant_id: 'text?', livemode: 'bool?' },
  row: ROW,
  sql: `SELECT ${shown(':merchant_id::text', ':livemode::bool')} FROM drivers v ${BESIDE} WHERE v.id = :id`,
});

const EDITABLE = {
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  active: 'bool',
  merchant_id: 'text?',
  livemode: 'bool?',
  jobs_max: 'int2',
  cash_limit: 'int8',
} as const;

const insert = statement({
  name: 'dispatchDrivers.insert',
  params: { id: 'text', ...EDITABLE, created_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `INSERT INTO drivers (id, name, phone, vehicle_type, plate, active, merchant_id, livemode, jobs_max, cash_limit, created_at) VALUES (:id, :name, :phone, :vehicle_type, :plate, :active, :merchant_id, :livemode, :jobs_max, :cash_limit, :created_at)
        ON CONFLICT DO NOTHING RETURNING id`,
});

/** What a change leaves out stays as it was, so it reads and writes alone. */
const lock = statement({
  name: 'dispatchDrivers.lock',
  params: { id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM drivers WHERE id = :id FOR NO KEY UPDATE',
});

const update = statement({
  name: 'dispatchDrivers.update',
  params: { id: 'text', ...EDITABLE },
  row: { id: 'text' },
  sql: `UPDATE drivers SET name = :name, phone = :phone, vehicle_type = :vehicle_type, plate = :plate, active = :active, merchant_id = :merchant_id, livemode = :livemode, jobs_max = :jobs_max, cash_limit = :cash_limit
        WHERE id = :id AND NOT EXISTS (SELECT FROM deliveries d WHERE d.driver_id = :id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND NOT courier_carries(:merchant_id, :livemode, d.merchant_id, d.livemode)) RETURNING id`,
});

/** A phone that was lost or taken stays shut, also once its courier is let work again. */
const endSessions = statement({
  name: 'dispatchDrivers.endSessions',
  params: { id: 'text', now: 'timestamptz' },
  row: {},
  sql: `UPDATE sessions SET ended_at = :now WHERE kind = 'driver' AND subject_id = :id AND ended_at IS NULL`,
});

/** Who goes off shift is offered nothing any more. */
const endOfShift = statement({
  name: 'shifts.end',
  params: { driver_id: 'text', now: 'timestamptz' },
  row: { started_at: 'timestamptz' },
  sql: `WITH ended AS (
          UPDATE driver_shifts SET ended_at = greatest(:now, started_at) WHERE driver_id = :driver_id AND ended_at IS NULL RETURNING driver_id, started_at
        ), over AS (
          UPDATE offers o SET status = 'expired', answered_at = :now FROM ended e WHERE o.driver_id = e.driver_id AND o.status = 'open' RETURNING o.merchant_id, o.livemode, o.job_number
        ), hastened AS (
          UPDATE dispatch_searches s SET next_at = :now WHERE (s.merchant_id, s.livemode, s.job_number) IN (
            SELECT w.merchant_id, w.livemode, w.job_number FROM dispatch_searches w JOIN over USING (merchant_id, livemode, job_number) FOR UPDATE OF w SKIP LOCKED)
        )
        SELECT started_at FROM ended`,
});

/** Couriers within reach, with what they do now. */
export const driverList = list('listDispatchDrivers', {
  from: 'drivers v',
  of: 'platform',
  row: ROW,
  select: shown(':merchant_id::text', ':livemode::bool'),
  joins: BESIDE,
  given: { merchant_id: 'text?', livemode: 'bool?' },
  where: WITHIN_REACH,
  filters: {
    q: search('v.name', 'v.phone', 'v.plate'),
    online: flag('EXISTS (SELECT FROM driver_shifts s WHERE s.driver_id = v.id AND s.ended_at IS NULL)'),
    active: flag('v.active'),
  },
  sorts: { name: byText('left(v.name, 80)'), created_at: byTime('v.created_at') },
});

export type DriverOnBoard = ValuesOf<typeof ROW>;
export type DriverFields = ValuesOf<typeof EDITABLE>;

export async function findDriverOnBoard(
  system: Runner,
  id: string,
  reach: Tenant | null,
): Promise<DriverOnBoard | undefined> {
  return (
    await system.run(find, { id, merchant_id: reach?.merchantId ?? null, livemode: reach?.livemode ?? null })
  )[0];
}

/** False when another courier of the same owner and mode has that phone already. */
export async function insertDriverOnBoard(
  system: Runner,
  driver: DriverFields & { readonly id: string; readonly created_at: Date },
): Promise<boolean> {
  return (await system.run(insert, driver)).length === 1;
}

/** In a transaction: nobody else changes this courier until it ends. */
export async function lockDriverOnBoard(tx: Runner, id: string): Promise<void> {
  await tx.run(lock, { id });
}

/** False while the courier has parcels under way that he would no longer carry for. Throws a violation of one of `PHONE_INDEXES` when another courier of the same owner has that phone. */
export async function updateDriverOnBoard(
  system: Runner,
  driver: DriverFields & { readonly id: string },
): Promise<boolean> {
  return (await system.run(update, driver)).length === 1;
}

/** Ends all sessions of a courier. */
export async function endSessionsOfDriver(tx: Runner, id: string, now: Date): Promise<void> {
  await tx.run(endSessions, { id, now });
}

/** False when the courier was not on shift. */
export async function endShift(system: Runner, driverId: string, now: Date): Promise<boolean> {
  return (await system.run(endOfShift, { driver_id: driverId, now })).length === 1;
}

/** What holds a phone to one courier of an owner in a mode. */
export const PHONE_INDEXES: readonly (string | null)[] = [
  'drivers_phone_of_platform',
  'drivers_phone_of_merchant',
];
