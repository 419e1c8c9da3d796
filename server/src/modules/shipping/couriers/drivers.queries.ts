import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  active: 'bool',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'drivers.insert',
  params: {
    id: 'text',
    name: 'text',
    phone: 'text',
    vehicle_type: 'text',
    plate: 'text',
    created_at: 'timestamptz',
  },
  row: ROW,
  sql: `INSERT INTO drivers (id, name, phone, vehicle_type, plate, active, created_at) VALUES (:id, :name, :phone, :vehicle_type, :plate, true, :created_at)
        ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
});

export type DriverRecord = ValuesOf<typeof ROW>;

/** Adds an active driver; undefined when somebody has that phone already. */
export async function insertDriver(
  system: Runner,
  driver: ValuesOf<(typeof insert)['params']>,
): Promise<DriverRecord | undefined> {
  return (await system.run(insert, driver))[0];
}
