import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  phone: 'text',
  vehicle_type: 'text',
  plate: 'text',
  merchant_id: 'text?',
  livemode: 'bool?',
  store_name: 'text?',
  pin_hash: 'text?',
} as const;
const SELECT = `SELECT d.id, d.name, d.phone, d.vehicle_type, d.plate, d.merchant_id, d.livemode, m.store_name, p.pin_hash
  FROM drivers d LEFT JOIN driver_pins p ON p.driver_id = d.id LEFT JOIN merchants m ON m.id = d.merchant_id`;

const findByPhone = statement({
  name: 'driverPins.findByPhone',
  params: { phone: 'text', driver_id: 'text?', rows_max: 'int4' },
  row: ROW,
  sql: `${SELECT} WHERE d.phone = :phone AND d.active AND (:driver_id::text IS NULL OR d.id = :driver_id) ORDER BY d.livemode IS FALSE, d.merchant_id IS NOT NULL, d.created_at, d.id LIMIT :rows_max::int4`,
});

const find = statement({
  name: 'driverPins.find',
  params: { id: 'text' },
  row: ROW,
  sql: `${SELECT} WHERE d.id = :id AND d.active`,
});

const put = statement({
  name: 'driverPins.put',
  params: { driver_id: 'text', pin_hash: 'text', at: 'timestamptz' },
  row: {},
  sql: `INSERT INTO driver_pins (driver_id, pin_hash, changed_at) VALUES (:driver_id, :pin_hash, :at)
        ON CONFLICT (driver_id) DO UPDATE SET pin_hash = excluded.pin_hash, changed_at = excluded.changed_at`,
});

/** An active courier, with what the PIN is judged by; null without a PIN. */
export type DriverSecret = ValuesOf<typeof ROW>;

export type PhoneWanted = {
  readonly phone: string;
  /** Only this one of them. */ readonly driverId: string | null;
  readonly rowsMax: number;
};

/** Whoever has this phone, for the platform and for merchants: live before test, the platform's first, then the oldest. */
export async function findDriversToSignIn(
  system: Runner,
  { phone, driverId, rowsMax }: PhoneWanted,
): Promise<readonly DriverSecret[]> {
  return system.run(findByPhone, { phone, driver_id: driverId, rows_max: rowsMax });
}

export async function findDriver(system: Runner, id: string): Promise<DriverSecret | undefined> {
  return (await system.run(find, { id }))[0];
}

export async function putPin(system: Runner, pin: ValuesOf<(typeof put)['params']>): Promise<void> {
  await system.run(put, pin);
}
