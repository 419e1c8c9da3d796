import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const EVENT = { ...TENANT, event_id: 'text' } as const;
const DEVICE = {
  merchant_id: 'text',
  livemode: 'bool',
  event_id: 'text',
  id: 'text',
  name: 'text',
  gate: 'text?',
  role: 'text',
  pairing_expires_at: 'timestamptz',
  paired_at: 'timestamptz?',
  expires_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
  created_at: 'timestamptz',
} as const;
const columns = (table: string): string =>
  Object.keys(DEVICE)
    .map((column) => `${table}.${column}`)
    .join(', ');

const policyOf = statement({
  name: 'scannerDevices.policyOfEvent',
  params: EVENT,
  row: { name: 'text', scan_policy: 'jsonb' },
  sql: 'SELECT name, scan_policy FROM events WHERE merchant_id = $1 AND livemode = $2 AND id = $3',
});

/** Nothing where the code is another device's already. */
const insert = statement({
  name: 'scannerDevices.insert',
  params: {
    ...EVENT,
    id: 'text',
    name: 'text',
    gate: 'text?',
    role: 'text',
    pairing_mac: 'bytea',
    pairing_expires_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  row: DEVICE,
  sql: `INSERT INTO scanner_devices AS d (merchant_id, livemode, event_id, id, name, gate, role, pairing_mac, pairing_expires_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (merchant_id, livemode, pairing_mac) WHERE pairing_mac IS NOT NULL DO NOTHING RETURNING ${columns('d')}`,
});

const list = statement({
  name: 'scannerDevices.list',
  params: { ...EVENT, rows_max: 'int4', skip: 'int4' },
  row: { total: 'int8', ...orNull(DEVICE) },
  sql: `SELECT c.total, p.* FROM (SELECT count(*) AS total FROM scanner_devices WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3) c
        LEFT JOIN (SELECT ${columns('d')} FROM scanner_devices d WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3 ORDER BY created_at DESC, id DESC LIMIT $4::int4 OFFSET $5::int4) p ON true
        ORDER BY p.created_at DESC, p.id DESC`,
});

const find = statement({
  name: 'scannerDevices.find',
  params: { ...EVENT, id: 'text' },
  row: DEVICE,
  sql: `SELECT ${columns('d')} FROM scanner_devices d WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3 AND id = $4`,
});

const revoke = statement({
  name: 'scannerDevices.revoke',
  params: { ...EVENT, id: 'text', now: 'timestamptz' },
  row: DEVICE,
  sql: `UPDATE scanner_devices d SET revoked_at = coalesce(revoked_at, $5), pairing_mac = NULL WHERE merchant_id = $1 AND livemode = $2 AND event_id = $3 AND id = $4 RETURNING ${columns('d')}`,
});

/** Turns the code into a token, once: whoever comes second finds no code. */
const pair = statement({
  name: 'scannerDevices.pair',
  params: {
    ...TENANT,
    pairing_macs: 'bytea[]',
    now: 'timestamptz',
    token_hash: 'bytea',
    expires_at: 'timestamptz',
  },
  row: { ...DEVICE, event_name: 'text' },
  sql: `UPDATE scanner_devices d SET pairing_mac = NULL, token_hash = $5, paired_at = $4, expires_at = $6 FROM events e
        WHERE d.merchant_id = $1 AND d.livemode = $2 AND d.pairing_mac = ANY ($3) AND d.pairing_expires_at > $4 AND d.revoked_at IS NULL
          AND e.merchant_id = d.merchant_id AND e.livemode = d.livemode AND e.id = d.event_id
        RETURNING ${columns('d')}, e.name AS event_name`,
});

const byToken = statement({
  name: 'scannerDevices.byToken',
  params: { token_hash: 'bytea' },
  row: DEVICE,
  sql: `SELECT ${columns('d')} FROM scanner_devices d WHERE token_hash = $1`,
});

export type DeviceRow = ValuesOf<typeof DEVICE>;
export type EventKey = { readonly tenant: Tenant; readonly eventId: string };
export type NewDevice = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode' | 'event_id'>;

const paramsOf = ({ tenant, eventId }: EventKey) => ({ ...keyOf(tenant), event_id: eventId });

/** What an event says of its doors; undefined when it is not there. */
export async function findScanPolicy(runner: Runner, event: EventKey) {
  return (await runner.run(policyOf, paramsOf(event)))[0];
}

/** Undefined where the pairing code is taken. */
export async function insertDevice(
  runner: Runner,
  event: EventKey,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  return (await runner.run(insert, { ...paramsOf(event), ...device }))[0];
}

/** Newest first, with how many there are. */
export async function listDevices(
  runner: Runner,
  event: EventKey,
  { rowsMax, skip }: { readonly rowsMax: number; readonly skip: number },
): Promise<{ readonly total: number; readonly rows: readonly DeviceRow[] }> {
  return splitTotal<DeviceRow>(await runner.run(list, { ...paramsOf(event), rows_max: rowsMax, skip }), 'id');
}

export async function findDevice(
  runner: Runner,
  event: EventKey,
  id: string,
): Promise<DeviceRow | undefined> {
  return (await runner.run(find, { ...paramsOf(event), id }))[0];
}

export async function revokeDevice(
  runner: Runner,
  event: EventKey,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<DeviceRow | undefined> {
  return (await runner.run(revoke, { ...paramsOf(event), id, now }))[0];
}

export async function pairDevice(
  runner: Runner,
  tenant: Tenant,
  wanted: Omit<ValuesOf<(typeof pair)['params']>, 'merchant_id' | 'livemode'>,
) {
  return (await runner.run(pair, { ...keyOf(tenant), ...wanted }))[0];
}

/** The device behind a token, whoever's it is. */
export async function findDeviceByToken(system: Runner, hash: Buffer): Promise<DeviceRow | undefined> {
  return (await system.run(byToken, { token_hash: hash }))[0];
}
