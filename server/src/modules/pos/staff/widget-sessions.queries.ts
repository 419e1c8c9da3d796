import type { Currency, Scope, SessionWidget, StaffPermission } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import {
  findOwner,
  nullable,
  type Runner,
  statement,
  text,
  texts,
  type ValuesOf,
} from '../../../store/index.ts';
import { equal, flag } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const SESSION = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  widget: text<SessionWidget>(),
  scopes: texts<Scope>(),
  staff_id: 'text?',
  staff_name: 'text?',
  staff_permissions: nullable(texts<StaffPermission>()),
  terminal_id: 'text?',
  is_bound: 'bool',
  ip_ranges: 'text[]',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  ended_at: 'timestamptz?',
} as const;
const COLUMNS =
  's.merchant_id, s.livemode, s.id, s.widget, s.scopes, s.staff_id, f.name AS staff_name, f.permissions AS staff_permissions, s.terminal_id, s.terminal_token_hash IS NOT NULL AS is_bound, coalesce(s.ip_ranges, k.ip_ranges) AS ip_ranges, s.created_at, s.expires_at, s.ended_at';
const WITH_KEY_AND_STAFF =
  'JOIN api_keys k ON k.merchant_id = s.merchant_id AND k.livemode = s.livemode AND k.id = s.key_id LEFT JOIN staff f ON f.merchant_id = s.merchant_id AND f.livemode = s.livemode AND f.id = s.staff_id';

const insert = statement({
  name: 'widgetSessions.insert',
  params: {
    ...TENANT,
    id: 'text',
    token_hash: 'bytea',
    widget: text<SessionWidget>(),
    scopes: texts<Scope>(),
    staff_id: 'text?',
    terminal_id: 'text?',
    terminal_token_hash: 'bytea?',
    key_id: 'text',
    ip_ranges: 'text[]?',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  row: {},
  sql: `INSERT INTO widget_sessions (merchant_id, livemode, id, token_hash, widget, scopes, staff_id, terminal_id, terminal_token_hash, key_id, ip_ranges, created_at, expires_at)
        VALUES (:merchant_id, :livemode, :id, :token_hash, :widget, :scopes, :staff_id, :terminal_id, :terminal_token_hash, :key_id, :ip_ranges, :created_at, :expires_at)`,
});

const find = statement({
  name: 'widgetSessions.find',
  params: { ...TENANT, id: 'text' },
  row: SESSION,
  sql: `SELECT ${COLUMNS} FROM widget_sessions s ${WITH_KEY_AND_STAFF} WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :id`,
});

/** Only what a server began for a till: whoever typed a PIN is at one already. */
const bind = statement({
  name: 'widgetSessions.bind',
  params: { ...TENANT, id: 'text', token_hash: 'bytea' },
  row: { terminal_id: 'text' },
  sql: `UPDATE widget_sessions s SET terminal_token_hash = :token_hash FROM api_keys k, terminals t
        WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :id
          AND k.merchant_id = s.merchant_id AND k.livemode = s.livemode AND k.id = s.key_id AND k.kind = 'secret'
          AND t.merchant_id = s.merchant_id AND t.livemode = s.livemode AND t.id = s.terminal_id AND t.is_active AND t.deleted_at IS NULL
        RETURNING s.terminal_id`,
});

const isDemo = statement({
  name: 'widgetSessions.isDemoKey',
  params: { ...TENANT, key_id: 'text' },
  row: { demo: 'bool' },
  sql: 'SELECT demo FROM api_keys WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :key_id',
});

const end = statement({
  name: 'widgetSessions.end',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: 'UPDATE widget_sessions SET ended_at = coalesce(ended_at, :now) WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id RETURNING id',
});

const endOfStaff = statement({
  name: 'widgetSessions.endOfStaff',
  params: { ...TENANT, staff_id: 'text', now: 'timestamptz' },
  row: {},
  sql: 'UPDATE widget_sessions SET ended_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND staff_id = :staff_id AND ended_at IS NULL',
});

const drop = statement({
  name: 'widgetSessions.drop',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `DELETE FROM widget_sessions WHERE (merchant_id, livemode, id) IN (SELECT merchant_id, livemode, id FROM widget_sessions WHERE expires_at < :before LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED) RETURNING id`,
});

/** With all that it ends with. Pages of a session begun by a server are those that any public key of the merchant lists. */
const findByToken = statement({
  name: 'widgetSessions.byToken',
  params: { merchant_id: 'text', livemode: 'bool', token_hash: 'bytea' },
  row: {
    ...SESSION,
    key_id: 'text',
    is_alive: 'bool',
    key_kind: 'text',
    key_scopes: 'text[]',
    key_expires_at: 'timestamptz?',
    origins: 'text[]',
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
  sql: `SELECT ${COLUMNS}, s.key_id, k.kind AS key_kind, k.scopes AS key_scopes, k.expires_at AS key_expires_at,
          s.ended_at IS NULL AND k.revoked_at IS NULL AND (s.staff_id IS NULL OR (f.is_active AND f.deleted_at IS NULL))
            AND (s.terminal_id IS NULL OR (t.is_active AND t.deleted_at IS NULL AND (s.terminal_token_hash IS NULL OR coalesce(p.token_hash = s.terminal_token_hash, false)))) AS is_alive,
          CASE k.kind WHEN 'public' THEN k.origins ELSE ARRAY (
            SELECT DISTINCT o FROM api_keys a, unnest(a.origins) o WHERE a.merchant_id = s.merchant_id AND a.livemode = s.livemode AND a.kind = 'public' AND a.revoked_at IS NULL
          ) END AS origins,
          m.name AS merchant_name, m.store_name, m.country, m.time_zone, m.currency, m.status, m.reads_per_second, m.writes_per_second, c.frozen_at AS clock
        FROM widget_sessions s JOIN merchants m ON m.id = s.merchant_id ${WITH_KEY_AND_STAFF}
        LEFT JOIN terminals t ON t.merchant_id = s.merchant_id AND t.livemode = s.livemode AND t.id = s.terminal_id
        LEFT JOIN terminal_pairings p ON p.merchant_id = s.merchant_id AND p.livemode = s.livemode AND p.terminal_id = s.terminal_id
        LEFT JOIN test_clocks c ON c.merchant_id = s.merchant_id AND c.livemode = s.livemode
        WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.token_hash = :token_hash`,
});

/** A merchant's sessions. */
export const sessionList = list('listWidgetSessions', {
  from: `widget_sessions s ${WITH_KEY_AND_STAFF}`,
  row: SESSION,
  select: COLUMNS,
  given: { now: 'timestamptz' },
  filters: {
    staff_id: equal('s.staff_id'),
    terminal_id: equal('s.terminal_id'),
    is_open: flag('s.ended_at IS NULL AND s.expires_at > :now'),
  },
  sorts: { created_at: byTime('s.created_at') },
});

export type SessionRow = ValuesOf<typeof SESSION>;
export type WidgetSessionInUse = ValuesOf<(typeof findByToken)['row']>;
export type NewWidgetSession = Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>;

export async function insertSession(
  runner: Runner,
  tenant: Tenant,
  session: NewWidgetSession,
): Promise<void> {
  await runner.run(insert, { ...keyOf(tenant), ...session });
}

export async function findSession(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<SessionRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Binds a session that a server began for a till to the device that has this token; answers with the till. */
export async function bindSession(
  runner: Runner,
  tenant: Tenant,
  bound: { readonly id: string; readonly token_hash: Buffer },
): Promise<string | undefined> {
  return (await runner.run(bind, { ...keyOf(tenant), ...bound }))[0]?.terminal_id;
}

/** Whether staff sign in with a key without a PIN. */
export async function isDemoKey(runner: Runner, tenant: Tenant, keyId: string): Promise<boolean> {
  return (await runner.run(isDemo, { ...keyOf(tenant), key_id: keyId }))[0]?.demo === true;
}

/** False where there is no such session. */
export async function endSession(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  return (await runner.run(end, { ...keyOf(tenant), ...wanted })).length > 0;
}

export async function endSessionsOfStaff(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly staff_id: string; readonly now: Date },
): Promise<void> {
  await runner.run(endOfStaff, { ...keyOf(tenant), ...wanted });
}

/** Forgets sessions that expired before a moment; tells how many. */
export async function dropSessions(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}

/** The session behind a token, whoever's it is. */
export async function findSessionByToken(
  system: Runner,
  hash: Buffer,
): Promise<WidgetSessionInUse | undefined> {
  const owner = await findOwner(system, 'widget_session', hash);
  return owner && (await system.run(findByToken, { ...owner, token_hash: hash }))[0];
}
