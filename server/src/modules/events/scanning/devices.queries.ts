import type { ScannerRole, ScanPolicy, TicketStatus } from '@cottontree/contract';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

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
export type ScannedEventKey = { readonly tenant: Tenant; readonly eventId: string };
type NewDevice = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode' | 'event_id'>;

const paramsOf = ({ tenant, eventId }: ScannedEventKey) => ({ ...keyOf(tenant), event_id: eventId });

/** What an event says of its doors; undefined when it is not there. */
export async function findScanPolicy(runner: Runner, event: ScannedEventKey) {
  return (await runner.run(policyOf, paramsOf(event)))[0];
}

/** Undefined where the pairing code is taken. */
export async function insertDevice(
  runner: Runner,
  event: ScannedEventKey,
  device: NewDevice,
): Promise<DeviceRow | undefined> {
  return (await runner.run(insert, { ...paramsOf(event), ...device }))[0];
}

export async function findDevice(
  runner: Runner,
  event: ScannedEventKey,
  id: string,
): Promise<DeviceRow | undefined> {
  return (await runner.run(find, { ...paramsOf(event), id }))[0];
}

export async function revokeDevice(
  runner: Runner,
  event: ScannedEventKey,
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

const STATS_EVENT = { merchant_id: 'text', livemode: 'bool', event_id: 'text' } as const;

/** Sums over the slots of writers: a few rows a gate and a type, and the minutes that are named. */
const counters = statement({
  name: 'scanStats.counters',
  params: { ...STATS_EVENT, minutes: 'text[]' },
  row: {
    dimension: 'text',
    name: 'text',
    tickets: 'int8',
    entries: 'int8',
    inside: 'int8',
    rejected: 'int8',
    last_at: 'timestamptz',
  },
  sql: `SELECT dimension, name, sum(tickets) AS tickets, sum(entries) AS entries, sum(inside) AS inside, sum(rejected) AS rejected, max(last_at) AS last_at
        FROM scan_counters WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND (dimension IN ('gate', 'type') OR (dimension = 'minute' AND name = ANY (:minutes)))
        GROUP BY dimension, name ORDER BY dimension, name`,
});

const types = statement({
  name: 'scanStats.types',
  params: STATS_EVENT,
  row: { id: 'text', name: 'text', counting: 'int4', void_admitted: 'int4' },
  sql: `SELECT y.id, y.name, coalesce(c.counting, 0) AS counting, coalesce(c.void_admitted, 0) AS void_admitted FROM ticket_types y
        LEFT JOIN ticket_counts c ON c.merchant_id = y.merchant_id AND c.livemode = y.livemode AND c.event_id = y.event_id AND c.ticket_type_id = y.id
        WHERE y.merchant_id = :merchant_id AND y.livemode = :livemode AND y.event_id = :event_id ORDER BY y.position, y.type_index`,
});

export type CounterRow = ValuesOf<(typeof counters)['row']>;
export type CountedType = ValuesOf<(typeof types)['row']>;

export async function readScanCounters(
  runner: Runner,
  { tenant, eventId }: ScannedEventKey,
  minutes: readonly number[],
): Promise<readonly CounterRow[]> {
  return runner.run(counters, { ...keyOf(tenant), event_id: eventId, minutes: minutes.map(String) });
}

/** The event's ticket types with how many tickets of each count, and how many void ones had come in. */
export async function readCountedTypes(
  runner: Runner,
  { tenant, eventId }: ScannedEventKey,
): Promise<readonly CountedType[]> {
  return runner.run(types, { ...keyOf(tenant), event_id: eventId });
}

const search = statement({
  name: 'scans.searchTickets',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    event_id: 'text',
    name: 'text',
    coded: 'text[]',
    phone: 'text',
    whole: 'text',
    rows_max: 'int4',
  },
  row: {
    id: 'text',
    code: 'text',
    code_sealed: 'bytea?',
    status: text<TicketStatus>(),
    type_name: 'text',
    holder_name: 'text?',
    holder_phone: 'text?',
    order_number: 'text?',
    seat: 'text?',
    admits: 'int4',
    first_at: 'timestamptz?',
  },
  sql: `SELECT t.id, t.code, t.code_sealed, t.status, y.name AS type_name, t.holder_name, t.holder_phone, o.order_number, t.seat, t.admits, a.first_at
        FROM tickets t
        JOIN ticket_types y ON y.merchant_id = t.merchant_id AND y.livemode = t.livemode AND y.event_id = t.event_id AND y.id = t.ticket_type_id
        LEFT JOIN ticket_orders o ON o.merchant_id = t.merchant_id AND o.livemode = t.livemode AND o.id = t.order_id
        LEFT JOIN admissions a ON a.merchant_id = t.merchant_id AND a.livemode = t.livemode AND a.ticket_id = t.id AND a.checkpoint = 'entry'
        WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :event_id
          AND (t.holder_name ILIKE :name OR o.buyer_name ILIKE :name OR t.id = ANY (:coded) OR (:phone <> '' AND (t.holder_phone LIKE :phone OR o.buyer_phone LIKE :phone))
            OR lower(t.holder_email) = :whole OR lower(o.buyer_email) = :whole OR lower(o.order_number) = :whole OR t.id = :whole)
        ORDER BY t.holder_name, t.issued_at, t.id LIMIT :rows_max::int4`,
});

/** Codes from before they were sealed have no head. */
const byHead = statement({
  name: 'scans.codesByHead',
  params: { merchant_id: 'text', livemode: 'bool', event_id: 'text', head: 'text', rows_max: 'int4' },
  row: { id: 'text', code: 'text', code_sealed: 'bytea?' },
  sql: `SELECT id, code, code_sealed FROM tickets WHERE merchant_id = :merchant_id AND livemode = :livemode AND event_id = :event_id AND (code_head = :head OR (code_sealed IS NULL AND code LIKE :head || '%')) LIMIT :rows_max::int4`,
});

export type SearchedTicket = ValuesOf<(typeof search)['row']>;
/** Patterns of LIKE; empty: not asked for. `coded` are the tickets whose code fits, `whole` is in lower case. */
export type SearchInput = {
  readonly name: string;
  readonly coded: readonly string[];
  readonly phone: string;
  readonly whole: string;
  readonly rows_max: number;
};

export async function searchEventTickets(
  runner: Runner,
  { tenant, eventId }: ScannedEventKey,
  input: SearchInput,
): Promise<readonly SearchedTicket[]> {
  return runner.run(search, { ...keyOf(tenant), event_id: eventId, ...input });
}

/** Tickets whose codes begin alike. */
export async function findCodesByHead(
  runner: Runner,
  { tenant, eventId }: ScannedEventKey,
  wanted: { readonly head: string; readonly rows_max: number },
) {
  return runner.run(byHead, { ...keyOf(tenant), event_id: eventId, ...wanted });
}
