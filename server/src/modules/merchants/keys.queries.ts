import type { ApiKey, Currency, GrantedScope } from '@cottontree/contract';
import type { MerchantProfile } from '../../kernel/call/call.ts';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement, text, texts, type ValuesOf } from '../../store/index.ts';
import { list } from '../../kernel/list/list.queries.ts';
import { byTime } from '../../kernel/list/list-walk.queries.ts';

const RECORD = {
  id: 'text',
  livemode: 'bool',
  kind: text<ApiKey['kind']>(),
  last_four: 'text',
  name: 'text',
  scopes: texts<GrantedScope>(),
  origins: 'text[]',
  ip_ranges: 'text[]',
  demo: 'bool',
  created_at: 'timestamptz',
  expires_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
  last_used_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(RECORD).join(', ');
const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;

const findByHash = statement({
  name: 'keys.findByHash',
  params: { merchant_id: 'text', livemode: 'bool', hash: 'bytea' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    family: 'text',
    kind: text<ApiKey['kind']>(),
    scopes: texts<GrantedScope>(),
    origins: 'text[]',
    ip_ranges: 'text[]',
    expires_at: 'timestamptz?',
    revoked_at: 'timestamptz?',
    merchant_name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    status: text<MerchantProfile['status']>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
    clock: 'timestamptz?',
  },
  sql: `SELECT k.merchant_id, k.livemode, k.id, coalesce(k.family, k.id) AS family, k.kind, k.scopes, k.origins, k.ip_ranges, k.expires_at, k.revoked_at,
               m.name AS merchant_name, m.store_name, m.country, m.time_zone, m.currency, m.status, m.reads_per_second, m.writes_per_second, c.frozen_at AS clock
        FROM api_keys k JOIN merchants m ON m.id = k.merchant_id
        LEFT JOIN test_clocks c ON c.merchant_id = k.merchant_id AND c.livemode = k.livemode
        WHERE k.merchant_id = :merchant_id AND k.livemode = :livemode AND k.hash = :hash`,
});

const insert = statement({
  name: 'keys.insert',
  params: {
    ...TENANT,
    id: 'text',
    kind: text<ApiKey['kind']>(),
    hash: 'bytea',
    last_four: 'text',
    name: 'text',
    scopes: texts<GrantedScope>(),
    origins: 'text[]',
    ip_ranges: 'text[]',
    created_at: 'timestamptz',
    expires_at: 'timestamptz?',
    renews: 'text?',
    demo: 'bool',
  },
  row: RECORD,
  sql: `INSERT INTO api_keys (merchant_id, livemode, id, kind, hash, last_four, name, scopes, origins, ip_ranges, created_at, expires_at, demo, family)
        VALUES (:merchant_id, :livemode, :id, :kind, :hash, :last_four, :name, :scopes, :origins, :ip_ranges, :created_at, :expires_at, :demo, (SELECT coalesce(o.family, o.id) FROM api_keys o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :renews)) RETURNING ${COLUMNS}`,
});

const listAll = statement({
  name: 'keys.listOfMerchant',
  params: { merchant_id: 'text' },
  row: RECORD,
  sql: `SELECT ${COLUMNS} FROM api_keys WHERE merchant_id = :merchant_id ORDER BY created_at DESC, id DESC`,
});

const locate = statement({
  name: 'keys.locate',
  params: { id: 'text' },
  row: TENANT,
  sql: 'SELECT merchant_id, livemode FROM api_keys WHERE id = :id',
});

/** What makes counting and adding keys one step: other makers of keys for the tenant wait until the transaction ends. */
const lock = statement({
  name: 'keys.lock',
  params: TENANT,
  row: { locked: 'bool' },
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.keys:' || :merchant_id || ':' || :livemode::bool::text, 0)) IS NOT NULL AS locked`,
});

const count = statement({
  name: 'keys.countUsable',
  params: { ...TENANT, now: 'timestamptz' },
  row: { keys: 'int4' },
  sql: 'SELECT count(*)::int4 AS keys FROM api_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)',
});

const find = statement({
  name: 'keys.find',
  params: { ...TENANT, id: 'text' },
  row: RECORD,
  sql: `SELECT ${COLUMNS} FROM api_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

const revoke = statement({
  name: 'keys.revoke',
  params: { ...TENANT, id: 'text', at: 'timestamptz' },
  row: RECORD,
  sql: `UPDATE api_keys SET revoked_at = coalesce(revoked_at, :at) WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING ${COLUMNS}`,
});

const expire = statement({
  name: 'keys.expire',
  params: { ...TENANT, id: 'text', expires_at: 'timestamptz' },
  row: RECORD,
  sql: `UPDATE api_keys SET expires_at = least(coalesce(expires_at, :expires_at), :expires_at) WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING ${COLUMNS}`,
});

const update = statement({
  name: 'keys.update',
  params: { ...TENANT, id: 'text', name: 'text?', origins: 'text[]?', now: 'timestamptz' },
  row: RECORD,
  sql: `UPDATE api_keys SET name = coalesce(:name, name), origins = coalesce(:origins, origins)
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now) RETURNING ${COLUMNS}`,
});

const touch = statement({
  name: 'keys.touch',
  params: { ids: 'text[]', minutes: 'timestamptz[]' },
  row: {},
  sql: `UPDATE api_keys k SET last_used_at = u.minute FROM unnest(:ids::text[], :minutes::timestamptz[]) AS u(id, minute)
        WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.minute)`,
});

/** A tenant's keys, those included that no longer open. */
export const keyList = list('listKeys', {
  from: 'api_keys k',
  row: RECORD,
  filters: {},
  sorts: { created_at: byTime('k.created_at') },
});

export type KeyRecord = ValuesOf<typeof RECORD>;
export type KeyInUse = ValuesOf<(typeof findByHash)['row']>;
export type NewKey = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>;

/** The key behind a hash with its merchant; any merchant's, for nothing is known before. */
export async function findKeyByHash(system: Runner, hash: Buffer): Promise<KeyInUse | undefined> {
  const owner = await findOwner(system, 'api_key', hash);
  return owner && (await system.run(findByHash, { ...owner, hash }))[0];
}

export async function insertKey(runner: Runner, tenant: Tenant, key: NewKey): Promise<KeyRecord | undefined> {
  return (await runner.run(insert, { ...keyOf(tenant), ...key }))[0];
}

/** A merchant's keys of both modes, newest first. */
export async function listKeysOfMerchant(system: Runner, merchantId: string): Promise<readonly KeyRecord[]> {
  return system.run(listAll, { merchant_id: merchantId });
}

/** Whose key has this id. */
export async function locateKey(system: Runner, id: string): Promise<Tenant | undefined> {
  const [row] = await system.run(locate, { id });
  return row && { merchantId: row.merchant_id, livemode: row.livemode };
}

/** In a transaction: lets one at a time make keys for the tenant. */
export async function lockKeys(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(lock, keyOf(tenant));
}

/** How many keys of the tenant still open. */
export async function countUsableKeys(runner: Runner, tenant: Tenant, now: Date): Promise<number> {
  return (await runner.run(count, { ...keyOf(tenant), now }))[0]?.keys ?? 0;
}

export async function findKeyRecord(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<KeyRecord | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Revokes at once; a key revoked before keeps its first time. */
export async function revokeKeyRecord(
  runner: Runner,
  tenant: Tenant,
  key: { readonly id: string; readonly at: Date },
): Promise<KeyRecord | undefined> {
  return (await runner.run(revoke, { ...keyOf(tenant), ...key }))[0];
}

/** Lets a key end at a time, unless it ends sooner. */
export async function expireKeyRecord(
  runner: Runner,
  tenant: Tenant,
  key: { readonly id: string; readonly expires_at: Date },
): Promise<KeyRecord | undefined> {
  return (await runner.run(expire, { ...keyOf(tenant), ...key }))[0];
}

/** Changes what is not null of a key that still opens. */
export async function updateKeyRecord(
  runner: Runner,
  tenant: Tenant,
  key: Omit<ValuesOf<(typeof update)['params']>, 'merchant_id' | 'livemode'>,
): Promise<KeyRecord | undefined> {
  return (await runner.run(update, { ...keyOf(tenant), ...key }))[0];
}

/** Notes when keys were last used, to the minute. */
export async function touchKeys(system: Runner, used: ReadonlyMap<string, Date>): Promise<void> {
  await system.run(touch, { ids: [...used.keys()], minutes: [...used.values()] });
}
