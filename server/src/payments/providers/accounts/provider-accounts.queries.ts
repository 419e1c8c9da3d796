import { orNull, splitTotal } from '../../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../../core/tenant.ts';
import { statement, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const CHANGEABLE = {
  name: 'text?',
  status: 'text',
  channels: 'text[]',
  priority: 'int4',
  credentials: 'bytea',
  credential_hints: 'jsonb',
  settings: 'jsonb',
  payout_destination: 'jsonb?',
} as const;
const RECORD = {
  id: 'text',
  livemode: 'bool',
  provider: 'text',
  ...CHANGEABLE,
  callback_token: 'text',
  checked_at: 'timestamptz?',
  healthy: 'bool?',
  health_message: 'text?',
  version: 'int4',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;
const USED = { merchant_name: 'text', merchant_id: 'text', ...RECORD } as const;
const columns = Object.keys(RECORD)
  .map((name) => `a.${name}`)
  .join(', ');

const lock = statement({
  name: 'providerAccounts.lock',
  params: TENANT,
  row: { locked: 'bool' },
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.provider_accounts:' || $1 || ':' || $2::bool::text, 0)) IS NOT NULL AS locked`,
});

/** None where the tenant has as many as it may have. */
const insert = statement({
  name: 'providerAccounts.insert',
  params: {
    ...TENANT,
    id: 'text',
    provider: 'text',
    ...CHANGEABLE,
    callback_token: 'text',
    created_at: 'timestamptz',
    accounts_max: 'int4',
  },
  row: RECORD,
  sql: `INSERT INTO provider_accounts AS a (merchant_id, livemode, id, provider, name, status, channels, priority, credentials, credential_hints, settings, payout_destination, callback_token, version, created_at, updated_at)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1, $14, $14
        WHERE (SELECT count(*) FROM provider_accounts o WHERE o.merchant_id = $1 AND o.livemode = $2 AND o.deleted_at IS NULL) < $15
        RETURNING ${columns}`,
});

const list = statement({
  name: 'providerAccounts.list',
  params: { ...TENANT, rows_max: 'int4', offset: 'int4' },
  row: { total: 'int8', ...orNull(RECORD) },
  sql: `SELECT t.total, p.* FROM (SELECT count(*) AS total FROM provider_accounts a WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.deleted_at IS NULL) t
        LEFT JOIN (SELECT ${columns} FROM provider_accounts a WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.deleted_at IS NULL ORDER BY a.priority, a.created_at, a.id LIMIT $3 OFFSET $4) p ON true
        ORDER BY p.priority, p.created_at, p.id`,
});

const find = statement({
  name: 'providerAccounts.find',
  params: { ...TENANT, id: 'text' },
  row: RECORD,
  sql: `SELECT ${columns} FROM provider_accounts a WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.id = $3 AND a.deleted_at IS NULL`,
});

/** Takes effect only on the version that was read. What was found out with other keys is no longer true. */
const change = statement({
  name: 'providerAccounts.change',
  params: {
    ...TENANT,
    id: 'text',
    version: 'int4',
    ...CHANGEABLE,
    updated_at: 'timestamptz',
    forgets_health: 'bool',
  },
  row: RECORD,
  sql: `UPDATE provider_accounts a SET name = $5, status = $6, channels = $7, priority = $8, credentials = $9, credential_hints = $10, settings = $11, payout_destination = $12, version = a.version + 1, updated_at = $13,
          checked_at = CASE WHEN $14 THEN NULL ELSE a.checked_at END, healthy = CASE WHEN $14 THEN NULL ELSE a.healthy END, health_message = CASE WHEN $14 THEN NULL ELSE a.health_message END
        WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.id = $3 AND a.version = $4 AND a.deleted_at IS NULL RETURNING ${columns}`,
});

const noteHealth = statement({
  name: 'providerAccounts.noteHealth',
  params: { ...TENANT, id: 'text', checked_at: 'timestamptz', healthy: 'bool', health_message: 'text?' },
  row: RECORD,
  sql: `UPDATE provider_accounts a SET checked_at = $4, healthy = $5, health_message = $6 WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.id = $3 AND a.deleted_at IS NULL RETURNING ${columns}`,
});

const remove = statement({
  name: 'providerAccounts.remove',
  params: { ...TENANT, id: 'text', deleted_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE provider_accounts SET deleted_at = $4, status = 'paused', version = version + 1, updated_at = $4 WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND deleted_at IS NULL RETURNING id`,
});

const erase = statement({
  name: 'providerAccounts.erase',
  params: { deleted_before: 'timestamptz' },
  row: { id: 'text' },
  sql: 'DELETE FROM provider_accounts WHERE deleted_at < $1 RETURNING id',
});

/** The merchant's name, and beside it each account in use; all columns of it null where there is none. */
const inUse = statement({
  name: 'providerAccounts.inUse',
  params: TENANT,
  row: { merchant_name: 'text', ...orNull(RECORD) },
  sql: `SELECT m.name AS merchant_name, ${columns} FROM merchants m
        LEFT JOIN provider_accounts a ON a.merchant_id = m.id AND a.livemode = $2 AND a.status = 'active' AND a.deleted_at IS NULL
        WHERE m.id = $1 ORDER BY a.priority, a.created_at, a.id`,
});

/** Also one that was deleted lately, for payments under way. */
const findAny = statement({
  name: 'providerAccounts.findAny',
  params: { ...TENANT, provider: 'text', id: 'text' },
  row: USED,
  sql: `SELECT m.name AS merchant_name, a.merchant_id, ${columns} FROM provider_accounts a JOIN merchants m ON m.id = a.merchant_id
        WHERE a.merchant_id = $1 AND a.livemode = $2 AND a.provider = $3 AND a.id = $4`,
});

const findByCallback = statement({
  name: 'providerAccounts.findByCallback',
  params: { provider: 'text', callback_token: 'text' },
  row: USED,
  sql: `SELECT m.name AS merchant_name, a.merchant_id, ${columns} FROM provider_accounts a JOIN merchants m ON m.id = a.merchant_id WHERE a.provider = $1 AND a.callback_token = $2`,
});

export type AccountRecord = ValuesOf<typeof RECORD>;
export type UsedAccount = ValuesOf<typeof USED>;
export type AccountFields = ValuesOf<typeof CHANGEABLE>;
export type NewAccount = AccountFields & {
  readonly id: string;
  readonly provider: string;
  readonly callback_token: string;
  readonly created_at: Date;
  readonly accounts_max: number;
};

/** In a transaction: lets one at a time connect providers for the tenant. */
export async function lockAccounts(tx: Runner, tenant: Tenant): Promise<void> {
  await tx.run(lock, keyOf(tenant));
}

/** Under the tenant's lock; undefined where it has as many as it may have. */
export async function insertAccount(
  tx: Tx | Runner,
  tenant: Tenant,
  account: NewAccount,
): Promise<AccountRecord | undefined> {
  return (await tx.run(insert, { ...keyOf(tenant), ...account }))[0];
}

/** A page of the tenant's accounts in the order of their priority, and how many there are. */
export async function listAccounts(
  runner: Runner,
  tenant: Tenant,
  page: { readonly rowsMax: number; readonly offset: number },
) {
  return splitTotal<AccountRecord>(
    await runner.run(list, { ...keyOf(tenant), rows_max: page.rowsMax, offset: page.offset }),
    'id',
  );
}

export async function findAccount(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<AccountRecord | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Undefined when the account is no longer at the version that the change was made for. */
export async function changeAccount(
  runner: Runner,
  tenant: Tenant,
  changed: AccountFields & {
    readonly id: string;
    readonly version: number;
    readonly updated_at: Date;
    readonly forgets_health: boolean;
  },
): Promise<AccountRecord | undefined> {
  return (await runner.run(change, { ...keyOf(tenant), ...changed }))[0];
}

export async function noteAccountHealth(
  runner: Runner,
  tenant: Tenant,
  seen: {
    readonly id: string;
    readonly checked_at: Date;
    readonly healthy: boolean;
    readonly health_message: string | null;
  },
): Promise<AccountRecord | undefined> {
  return (await runner.run(noteHealth, { ...keyOf(tenant), ...seen }))[0];
}

/** False when there was none. */
export async function removeAccount(
  runner: Runner,
  tenant: Tenant,
  { id, deleted_at }: { readonly id: string; readonly deleted_at: Date },
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id, deleted_at })).length === 1;
}

/** Of all merchants; how many went. */
export async function eraseAccounts(system: Runner, deletedBefore: Date): Promise<number> {
  return (await system.run(erase, { deleted_before: deletedBefore })).length;
}

export async function readAccountsInUse(runner: Runner, tenant: Tenant) {
  return runner.run(inUse, keyOf(tenant));
}

export async function findAnyAccount(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly provider: string; readonly id: string },
): Promise<UsedAccount | undefined> {
  return (await runner.run(findAny, { ...keyOf(tenant), ...wanted }))[0];
}

/** Among those of all merchants. */
export async function findAccountByCallback(
  system: Runner,
  wanted: { readonly provider: string; readonly callback_token: string },
): Promise<UsedAccount | undefined> {
  return (await system.run(findByCallback, wanted))[0];
}
