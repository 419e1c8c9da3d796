import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from './deliveries.queries.ts';

const DRIVER = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  owner_id: 'text?',
  owner_mode: 'bool?',
} as const;
const COLUMNS =
  'v.id, v.name, v.phone, v.vehicle_type, v.plate, v.merchant_id AS owner_id, v.livemode AS owner_mode';

const findActive = statement({
  name: 'drivers.findActive',
  params: { id: 'text' },
  row: DRIVER,
  sql: `SELECT ${COLUMNS} FROM drivers v WHERE v.id = :id AND v.active`,
});

/** Counting stops at 20 jobs, for beyond that nobody is free. */
const leastBusy = statement({
  name: 'drivers.leastBusy',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: DRIVER,
  sql: `SELECT ${COLUMNS} FROM drivers v CROSS JOIN LATERAL (
          SELECT count(*) AS jobs FROM (SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') LIMIT 20) busy) load
        WHERE v.active AND courier_carries(v.merchant_id, v.livemode, :merchant_id, :livemode) ORDER BY load.jobs, v.created_at, v.id LIMIT 1`,
});

const findOwner = statement({
  name: 'drivers.findOwner',
  params: { id: 'text' },
  row: { owner_id: 'text?', owner_mode: 'bool?' },
  sql: 'SELECT merchant_id AS owner_id, livemode AS owner_mode FROM drivers WHERE id = :id',
});

const owners = statement({
  name: 'drivers.owners',
  params: {},
  row: { owner_id: 'text?', owner_mode: 'bool?' },
  sql: 'SELECT DISTINCT merchant_id AS owner_id, livemode AS owner_mode FROM drivers WHERE active',
});

export type DriverRow = ValuesOf<typeof DRIVER>;
/** Whose courier it is, and in which mode; null: the platform's, and in both. */
export type CourierOwner = Pick<DriverRow, 'owner_id' | 'owner_mode'>;

/** An active courier, whoever's; whether he carries for somebody is for `carriesFor` to say. */
export async function findActiveDriver(runner: Runner, id: string): Promise<DriverRow | undefined> {
  return (await runner.run(findActive, { id }))[0];
}

/** Of the active couriers who carry for the tenant, the one with the fewest jobs under way. */
export async function findLeastBusyDriver(system: Runner, tenant: Tenant): Promise<DriverRow | undefined> {
  return (await system.run(leastBusy, keyOf(tenant)))[0];
}

/** Whose courier this is, active or not. */
export async function findCourierOwner(runner: Runner, id: string): Promise<CourierOwner | undefined> {
  return (await runner.run(findOwner, { id }))[0];
}

/** Who has active couriers at all. */
export async function listCourierOwners(runner: Runner): Promise<readonly CourierOwner[]> {
  return runner.run(owners, {});
}

const due = statement({
  name: 'deliveries.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: `SELECT d.merchant_id, d.livemode, d.job_number FROM deliveries d
        WHERE d.due_at <= :now AND d.due_at IS NOT NULL AND (d.livemode OR d.simulation IS NOT NULL)
          AND NOT EXISTS (SELECT FROM test_clocks c WHERE c.merchant_id = d.merchant_id AND c.livemode = d.livemode)
        ORDER BY d.due_at LIMIT :rows_max::int4`,
});

const dueOnClock = statement({
  name: 'deliveries.dueOnClock',
  params: { merchant_id: 'text', livemode: 'bool', now: 'timestamptz', rows_max: 'int4' },
  row: { job_number: 'text', due_at: 'timestamptz?' },
  sql: `SELECT job_number, due_at FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND NOT livemode AND due_at <= :now ORDER BY due_at, job_number LIMIT :rows_max::int4`,
});

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
