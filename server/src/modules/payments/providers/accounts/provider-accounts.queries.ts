import type { AccountProvider, PaymentChannel, ProviderAccountStatus } from '@cottontree/contract';
import { orNull } from '../../../../kernel/list/page-rows.ts';
import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../../outbox/index.ts';
import {
  findOwner,
  json,
  type Runner,
  statement,
  text,
  texts,
  type Tx,
  type ValuesOf,
} from '../../../../store/index.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { byText } from '../../../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const CHANGEABLE = {
  name: 'text?',
  status: text<ProviderAccountStatus>(),
  channels: texts<PaymentChannel>(),
  priority: 'int4',
  credentials: 'bytea',
  credential_hints: 'jsonb',
  settings: 'jsonb',
  payout_destination: 'jsonb?',
} as const;
const RECORD = {
  id: 'text',
  livemode: 'bool',
  provider: text<AccountProvider>(),
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
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('cottontree.provider_accounts:' || :merchant_id || ':' || :livemode::bool::text, 0)) IS NOT NULL AS locked`,
});

/** None where the tenant has as many as it may have. */
const insert = statement({
  name: 'providerAccounts.insert',
  params: {
    ...TENANT,
    id: 'text',
    provider: text<AccountProvider>(),
    ...CHANGEABLE,
    callback_token: 'text',
    created_at: 'timestamptz',
    accounts_max: 'int4',
    facts: json<readonly Fact[]>(),
  },
  row: RECORD,
  sql: `WITH a AS (INSERT INTO provider_accounts AS a (merchant_id, livemode, id, provider, name, status, channels, priority, credentials, credential_hints, settings, payout_destination, callback_token, version, created_at, updated_at)
        SELECT :merchant_id, :livemode, :id, :provider, :name, :status, :channels, :priority, :credentials, :credential_hints, :settings, :payout_destination, :callback_token, 1, :created_at, :created_at
        WHERE (SELECT count(*) FROM provider_accounts o WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.deleted_at IS NULL) < :accounts_max
        RETURNING *), announced AS (${announcement({ source: 'a', entity: 'id', facts: ':facts' })})
        SELECT ${columns} FROM a`,
});

const find = statement({
  name: 'providerAccounts.find',
  params: { ...TENANT, id: 'text' },
  row: RECORD,
  sql: `SELECT ${columns} FROM provider_accounts a WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.id = :id AND a.deleted_at IS NULL`,
});

/** Takes effect only on the version that was read, with what is to be told of it. What was found out with other keys is no longer true. */
const change = statement({
  name: 'providerAccounts.change',
  params: {
    ...TENANT,
    id: 'text',
    version: 'int4',
    ...CHANGEABLE,
    updated_at: 'timestamptz',
    forgets_health: 'bool',
    facts: json<readonly Fact[]>(),
  },
  row: RECORD,
  sql: `WITH changed AS (UPDATE provider_accounts a SET name = :name, status = :status, channels = :channels, priority = :priority, credentials = :credentials, credential_hints = :credential_hints, settings = :settings, payout_destination = :payout_destination, version = a.version + 1, updated_at = :updated_at,
          checked_at = CASE WHEN :forgets_health THEN NULL ELSE a.checked_at END, healthy = CASE WHEN :forgets_health THEN NULL ELSE a.healthy END, health_message = CASE WHEN :forgets_health THEN NULL ELSE a.health_message END
        WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.id = :id AND a.version = :version AND a.deleted_at IS NULL RETURNING *), announced AS (${announcement({ source: 'changed', entity: 'id', facts: ':facts' })})
        SELECT ${columns} FROM changed a`,
});

const noteHealth = statement({
  name: 'providerAccounts.noteHealth',
  params: { ...TENANT, id: 'text', checked_at: 'timestamptz', healthy: 'bool', health_message: 'text?' },
  row: RECORD,
  sql: `UPDATE provider_accounts a SET checked_at = :checked_at, healthy = :healthy, health_message = :health_message WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.id = :id AND a.deleted_at IS NULL RETURNING ${columns}`,
});

const remove = statement({
  name: 'providerAccounts.remove',
  params: { ...TENANT, id: 'text', deleted_at: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE provider_accounts SET deleted_at = :deleted_at, status = 'paused', version = version + 1, updated_at = :deleted_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND deleted_at IS NULL RETURNING id`,
});

const erase = statement({
  name: 'providerAccounts.erase',
  params: { deleted_before: 'timestamptz' },
  row: { id: 'text' },
  sql: 'DELETE FROM provider_accounts WHERE deleted_at < :deleted_before RETURNING id',
});

/** The merchant's name, and beside it each account in use; all columns of it null where there is none. */
const inUse = statement({
  name: 'providerAccounts.inUse',
  params: TENANT,
  row: { merchant_name: 'text', ...orNull(RECORD) },
  sql: `SELECT m.name AS merchant_name, ${columns} FROM merchants m
        LEFT JOIN provider_accounts a ON a.merchant_id = m.id AND a.livemode = :livemode AND a.status = 'active' AND a.deleted_at IS NULL
        WHERE m.id = :merchant_id ORDER BY a.priority, a.created_at, a.id`,
});

/** Also one that was deleted lately, for payments under way. */
const findAny = statement({
  name: 'providerAccounts.findAny',
  params: { ...TENANT, provider: 'text', id: 'text' },
  row: USED,
  sql: `SELECT m.name AS merchant_name, a.merchant_id, ${columns} FROM provider_accounts a JOIN merchants m ON m.id = a.merchant_id
        WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.provider = :provider AND a.id = :id`,
});

const findByCallback = statement({
  name: 'providerAccounts.findByCallback',
  params: { merchant_id: 'text', livemode: 'bool', provider: 'text', callback_token: 'text' },
  row: USED,
  sql: `SELECT m.name AS merchant_name, a.merchant_id, ${columns} FROM provider_accounts a JOIN merchants m ON m.id = a.merchant_id WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.provider = :provider AND a.callback_token = :callback_token`,
});

/** By the order in which they are tried: the lower priority first, the older first where that is equal. */
const TRIED =
  "to_char(a.priority::int8 + 2147483648, 'FM0000000000') || to_char(a.created_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')";

/** The tenant's accounts. */
export const accountList = list('listProviderAccounts', {
  from: 'provider_accounts a',
  row: RECORD,
  where: 'a.deleted_at IS NULL',
  counted: 'apart',
  filters: {},
  sorts: { priority: byText(TRIED) },
});

export type AccountRecord = ValuesOf<typeof RECORD>;
export type UsedAccount = ValuesOf<typeof USED>;
export type AccountFields = ValuesOf<typeof CHANGEABLE>;
export type NewAccount = AccountFields & {
  readonly id: string;
  readonly provider: AccountProvider;
  readonly callback_token: string;
  readonly created_at: Date;
  readonly accounts_max: number;
  readonly facts: readonly Fact[];
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
  return (await tx.run(insert, { ...keyOf(tenant), ...account, facts: account.facts }))[0];
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
    readonly facts: readonly Fact[];
  },
): Promise<AccountRecord | undefined> {
  return (await runner.run(change, { ...keyOf(tenant), ...changed, facts: changed.facts }))[0];
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
  const owner = await findOwner(system, 'provider_callback', `${wanted.provider}:${wanted.callback_token}`);
  return owner && (await system.run(findByCallback, { ...owner, ...wanted }))[0];
}
