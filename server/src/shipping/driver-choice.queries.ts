import { statement, type Runner, type ValuesOf } from '../store/index.ts';

const DRIVER = { id: 'text', name: 'text', phone: 'text', vehicle_type: 'text', plate: 'text' } as const;

const findActive = statement({
  name: 'drivers.findActive',
  params: { id: 'text' },
  row: DRIVER,
  sql: 'SELECT id, name, phone, vehicle_type, plate FROM drivers WHERE id = $1 AND active',
});

/** Counting stops at 20 jobs, for beyond that nobody is free. */
const leastBusy = statement({
  name: 'drivers.leastBusy',
  params: {},
  row: DRIVER,
  sql: `SELECT v.id, v.name, v.phone, v.vehicle_type, v.plate FROM drivers v CROSS JOIN LATERAL (
          SELECT count(*) AS jobs FROM (SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') LIMIT 20) busy) load
        WHERE v.active ORDER BY load.jobs, v.created_at, v.id LIMIT 1`,
});

const anyActive = statement({
  name: 'drivers.anyActive',
  params: {},
  row: { found: 'bool' },
  sql: 'SELECT EXISTS (SELECT FROM drivers WHERE active) AS found',
});

export type DriverRow = ValuesOf<typeof DRIVER>;

export async function findActiveDriver(runner: Runner, id: string): Promise<DriverRow | undefined> {
  return (await runner.run(findActive, { id }))[0];
}

/** The active driver with the fewest jobs under way, over all merchants. */
export async function findLeastBusyDriver(system: Runner): Promise<DriverRow | undefined> {
  return (await system.run(leastBusy, {}))[0];
}

export async function hasActiveDriver(runner: Runner): Promise<boolean> {
  return (await runner.run(anyActive, {}))[0]?.found ?? false;
}
