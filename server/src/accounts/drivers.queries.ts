import { statement, type Runner, type ValuesOf } from '../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  merchant_id: 'text?',
  pin_hash: 'text?',
} as const;
const SELECT = `SELECT d.id, d.name, d.phone, d.vehicle_type, d.plate, d.merchant_id, p.pin_hash FROM drivers d LEFT JOIN driver_pins p ON p.driver_id = d.id`;

const findByPhone = statement({
  name: 'driverPins.findByPhone',
  params: { phone: 'text' },
  row: ROW,
  sql: `${SELECT} WHERE d.phone = $1 AND d.active`,
});

const find = statement({
  name: 'driverPins.find',
  params: { id: 'text' },
  row: ROW,
  sql: `${SELECT} WHERE d.id = $1 AND d.active`,
});

const put = statement({
  name: 'driverPins.put',
  params: { driver_id: 'text', pin_hash: 'text', at: 'timestamptz' },
  row: {},
  sql: `INSERT INTO driver_pins (driver_id, pin_hash, changed_at) VALUES ($1, $2, $3)
        ON CONFLICT (driver_id) DO UPDATE SET pin_hash = excluded.pin_hash, changed_at = excluded.changed_at`,
});

/** An active courier, with what the PIN is judged by; null without a PIN. */
export type DriverSecret = ValuesOf<typeof ROW>;

export async function findDriverToSignIn(system: Runner, phone: string): Promise<DriverSecret | undefined> {
  return (await system.run(findByPhone, { phone }))[0];
}

export async function findDriver(system: Runner, id: string): Promise<DriverSecret | undefined> {
  return (await system.run(find, { id }))[0];
}

export async function putPin(system: Runner, pin: ValuesOf<(typeof put)['params']>): Promise<void> {
  await system.run(put, pin);
}
