import type { Currency } from '@cottontree/contract';
import type { MerchantProfile } from '../../kernel/call/call.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const ROW = {
  id: 'text',
  name: 'text',
  email: 'text',
  country: 'text',
  store_name: 'text',
  time_zone: 'text',
  currency: text<Currency>(),
  status: text<MerchantProfile['status']>(),
  reads_per_second: 'int4',
  writes_per_second: 'int4',
  created_at: 'timestamptz',
  phone: 'text?',
  address: 'text?',
  version: 'int4',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'merchants.insert',
  params: ROW,
  row: ROW,
  sql: `INSERT INTO merchants (${COLUMNS}) VALUES (:id, :name, :email, :country, :store_name, :time_zone, :currency, :status, :reads_per_second, :writes_per_second, :created_at, :phone, :address, :version) RETURNING ${COLUMNS}`,
});

const update = statement({
  name: 'merchants.update',
  params: {
    id: 'text',
    name: 'text?',
    email: 'text?',
    store_name: 'text?',
    time_zone: 'text?',
    status: 'text?',
    reads_per_second: 'int4?',
    writes_per_second: 'int4?',
  },
  row: ROW,
  sql: `UPDATE merchants SET name = coalesce(:name, name), email = coalesce(:email, email), store_name = coalesce(:store_name, store_name), time_zone = coalesce(:time_zone, time_zone),
          status = coalesce(:status, status), reads_per_second = coalesce(:reads_per_second, reads_per_second), writes_per_second = coalesce(:writes_per_second, writes_per_second), version = version + 1,
          suspended_reason = CASE WHEN :status::text IS NULL THEN suspended_reason END, suspended_by = CASE WHEN :status::text IS NULL THEN suspended_by END, suspended_at = CASE WHEN :status::text IS NULL THEN suspended_at END
        WHERE id = :id RETURNING ${COLUMNS}`,
});

/** Takes effect on the version that was read. */
const change = statement({
  name: 'merchants.change',
  params: {
    id: 'text',
    version: 'int4',
    name: 'text',
    store_name: 'text',
    email: 'text',
    phone: 'text?',
    address: 'text?',
    time_zone: 'text',
  },
  row: ROW,
  sql: `UPDATE merchants SET version = version + 1, name = :name, store_name = :store_name, email = :email, phone = :phone, address = :address, time_zone = :time_zone
        WHERE id = :id AND version = :version RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'merchants.find',
  params: { id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM merchants WHERE id = :id`,
});

const list = statement({
  name: 'merchants.list',
  params: {},
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM merchants ORDER BY created_at, id`,
});

const some = statement({
  name: 'merchants.any',
  params: {},
  row: { found: 'bool' },
  sql: 'SELECT EXISTS (SELECT FROM merchants) AS found',
});

export type MerchantRecord = ValuesOf<typeof ROW>;
type MerchantChange = ValuesOf<(typeof update)['params']>;

export async function insertMerchant(
  system: Runner,
  merchant: MerchantRecord,
): Promise<MerchantRecord | undefined> {
  return (await system.run(insert, merchant))[0];
}

/** Changes what is not null; undefined when there is no such merchant. */
export async function updateMerchantRecord(
  system: Runner,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  return (await system.run(update, change))[0];
}

export type MerchantProfileTerms = Omit<ValuesOf<(typeof change)['params']>, 'id' | 'version'>;

/** Writes the profile on the version that was read; undefined where that has moved on. */
export async function changeMerchant(
  system: Runner,
  { id, version }: MerchantRecord,
  terms: MerchantProfileTerms,
): Promise<MerchantRecord | undefined> {
  return (await system.run(change, { id, version, ...terms }))[0];
}

export async function findMerchant(system: Runner, id: string): Promise<MerchantRecord | undefined> {
  return (await system.run(find, { id }))[0];
}

/** Every merchant, oldest first. */
export async function listMerchants(system: Runner): Promise<readonly MerchantRecord[]> {
  return system.run(list, {});
}

export async function hasMerchants(system: Runner): Promise<boolean> {
  return (await system.run(some, {}))[0]?.found ?? false;
}

const exposed = statement({
  name: 'requestLog.exposedKeys',
  params: { since: 'timestamptz' },
  row: { merchant_id: 'text', livemode: 'bool', key_id: 'text', at: 'timestamptz' },
  sql: `SELECT merchant_id, livemode, key_id, max(at) AS at FROM request_log WHERE code = 'SECRET_KEY_IN_BROWSER' AND at >= :since GROUP BY 1, 2, 3`,
});

/** Secret keys that were sent from web pages, and when last. */
export async function findExposedKeys(system: Runner, since: Date) {
  return (await system.run(exposed, { since })).map(({ merchant_id, livemode, key_id: keyId, at }) => ({
    tenant: { merchantId: merchant_id, livemode },
    keyId,
    at,
  }));
}
