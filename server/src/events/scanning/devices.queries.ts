import type { ScanPolicy, ScannerRole } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../store/index.ts';
import { list } from '../../core/list.queries.ts';
import { byTime } from '../../core/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const EVENT = { ...TENANT, event_id: 'text' } as const;
const DEVICE = {
  merchant_id: 'text',
  livemode: 'bool',
  event_id: 'text',
  id: 'text',
  name: 'text',
  gate: 'text?',
  role: text<ScannerRole>(),
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
  row: { name: 'text', scan_policy: json<ScanPolicy>() },
  sql: 'SELECT name, scan_policy FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :event_id',
});

/** Nothing where the code is another device's already. */
const insert = statement({
  name: 'scannerDevices.insert',
  params: {
    ...EVENT,
    id: 'text',
    name: 'text',
    gate: 'text?',
    role: text<ScannerRole>(),
    pairing_mac: 'bytea',
    pairing_expires_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  row: DEVICE,
  sql: `INSERT INTO scanner_devices AS d (merchant_id, livemode, event_id, id, name, gate, role, pairing_mac, pairing_expires_at, created_at)
        VALUES (:merchant_id, :livemode, :event_id, :id, :name, :gate, :role, :pairing_mac, :pairing_expires_at, :created_at) ON CONFLICT (merchant_id, livemode, pairing_mac) WHERE pairing_mac IS NOT NULL DO NOTHING RETURNING ${columns('d')}`,
});

const find = statement({
  name: 'scannerDevices.find',
  params: { ...EVENT, id: 'text' },
  row: DEVICE,
  sql: `SELECT ${columns('d')} FROM scanner_devices d WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND id = :id`,
});

const revoke = statement({
  name: 'scannerDevices.revoke',
  params: { ...EVENT, id: 'text', now: 'timestamptz' },
  row: DEVICE,
  sql: `UPDATE scanner_devices d SET revoked_at = coalesce(revoked_at, :now), pairing_mac = NULL WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND id = :id RETURNING ${columns('d')}`,
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
  sql: `UPDATE scanner_devices d SET pairing_mac = NULL, token_hash = :token_hash, paired_at = :now, expires_at = :expires_at FROM events e
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.pairing_mac = ANY (:pairing_macs) AND d.pairing_expires_at > :now AND d.revoked_at IS NULL
          AND e.merchant_id = d.merchant_id AND e.livemode = d.livemode AND e.id = d.event_id
        RETURNING ${columns('d')}, e.name AS event_name`,
});

const byToken = statement({
  name: 'scannerDevices.byToken',
  params: { token_hash: 'bytea' },
  row: DEVICE,
  sql: `SELECT ${columns('d')} FROM scanner_devices d WHERE token_hash = :token_hash`,
});

/** The devices of an event. */
export const deviceList = list('listScannerDevices', {
  from: 'scanner_devices d',
  row: DEVICE,
  counted: 'apart',
  given: { event_id: 'text' },
  where: 'd.event_id = :event_id',
  filters: {},
  sorts: { created_at: byTime('d.created_at') },
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
