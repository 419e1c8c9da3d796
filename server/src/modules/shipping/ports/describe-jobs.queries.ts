import type { CodStatus, Currency, DeliveryKind, DeliveryStatus } from '@cottontree/contract';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

const JOB = {
  merchant_id: 'text',
  livemode: 'bool',
  job_number: 'text',
  kind: text<DeliveryKind>(),
  status: text<DeliveryStatus>(),
  store_name: 'text',
  recipient_phone: 'text?',
  notifies: 'bool',
  tracking_token: 'text',
  pickup_city: 'text?',
  delivery_address: 'text?',
  delivery_city: 'text',
  cod_amount: 'int8',
  cod_status: text<CodStatus>(),
  currency: text<Currency>(),
  delivery_code: 'bytea',
  created_at: 'timestamptz',
  driver_id: 'text?',
  driver_name: 'text?',
  driver_phone: 'text?',
} as const;
const COLUMNS = `d.merchant_id, d.livemode, d.job_number, d.kind, d.status, d.store_name, d.recipient_phone, coalesce((d.details ->> 'notify_recipient')::bool, true) AS notifies, d.tracking_token,
  d.details ->> 'pickup_city' AS pickup_city, d.details ->> 'delivery_address' AS delivery_address, d.delivery_city, d.cod_amount, d.cod_status, d.currency, d.delivery_code, d.created_at,
  d.driver_id, v.name AS driver_name, v.phone AS driver_phone`;

const describe = statement({
  name: 'deliveryPort.describeJobs',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', job_numbers: 'text[]' },
  row: JOB,
  sql: `SELECT ${COLUMNS} FROM (SELECT DISTINCT * FROM unnest(:merchant_ids::text[], :livemodes::bool[], :job_numbers::text[]) AS u(merchant_id, livemode, job_number)) g
        JOIN deliveries d ON d.merchant_id = g.merchant_id AND d.livemode = g.livemode AND d.job_number = g.job_number LEFT JOIN drivers v ON v.id = d.driver_id`,
});

/** Of whatever merchant: only the phone itself is told. */
const activeFor = statement({
  name: 'deliveryPort.activeJobsFor',
  params: { phone: 'text', rows_max: 'int4' },
  row: JOB,
  sql: `SELECT ${COLUMNS} FROM merchants m CROSS JOIN LATERAL (
          SELECT * FROM deliveries d WHERE d.merchant_id = m.id AND d.livemode AND d.recipient_phone = :phone AND d.status IN ('pending', 'assigned', 'picked_up', 'in_transit')
        ) d LEFT JOIN drivers v ON v.id = d.driver_id ORDER BY d.created_at DESC LIMIT :rows_max`,
});

const couriers = statement({
  name: 'deliveryPort.couriers',
  params: { ids: 'text[]' },
  row: { id: 'text', name: 'text', phone: 'text' },
  sql: 'SELECT id, name, phone FROM drivers WHERE id = ANY (:ids)',
});

const courierByPhone = statement({
  name: 'deliveryPort.courierByPhone',
  params: { phone: 'text', id: 'text' },
  row: { id: 'text', name: 'text', phone: 'text' },
  sql: 'SELECT id, name, phone FROM drivers WHERE phone = :phone AND id = :id AND active',
});

/** Hours in which wrong codes used up what a merchant has of them. */
const pausedVerification = statement({
  name: 'deliveryPort.pausedVerification',
  params: { subject: 'text', since: 'timestamptz' },
  row: { merchant_id: 'text', livemode: 'bool', hour: 'timestamptz', failures: 'int4' },
  sql: 'SELECT merchant_id, livemode, hour, failures FROM guess_failures WHERE subject = :subject AND hour >= :since AND failures >= failures_max',
});

export type DescribedRow = ValuesOf<typeof JOB>;
type CourierRow = ValuesOf<(typeof couriers)['row']>;

export async function findDescribed(
  runner: Runner,
  keys: readonly JobKey[],
): Promise<readonly DescribedRow[]> {
  return runner.run(describe, {
    merchant_ids: keys.map(({ tenant }) => tenant.merchantId),
    livemodes: keys.map(({ tenant }) => tenant.livemode),
    job_numbers: keys.map(({ jobNumber }) => jobNumber),
  });
}

export async function findActiveFor(
  system: Runner,
  phone: string,
  rowsMax: number,
): Promise<readonly DescribedRow[]> {
  return system.run(activeFor, { phone, rows_max: rowsMax });
}

export async function findCouriers(runner: Runner, ids: readonly string[]): Promise<readonly CourierRow[]> {
  return runner.run(couriers, { ids });
}

/** The courier of this id if that is his phone; a phone may ride for several. */
export async function findCourierByPhone(
  system: Runner,
  wanted: { readonly phone: string; readonly id: string },
): Promise<CourierRow | undefined> {
  return (await system.run(courierByPhone, wanted))[0];
}

export async function findPausedVerification(system: Runner, subject: string, since: Date) {
  return system.run(pausedVerification, { subject, since });
}
