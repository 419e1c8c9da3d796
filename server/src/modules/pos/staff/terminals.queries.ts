import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, flag } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../kernel/list/list-walk.queries.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const TERMINAL = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  version: 'int4',
  name: 'text',
  code: 'text',
  location_id: 'text',
  is_active: 'bool',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  is_paired: 'bool',
  code_expires_at: 'timestamptz?',
  paired_at: 'timestamptz?',
  cash_session_id: 'text?',
} as const;
const OWN = [
  'merchant_id',
  'livemode',
  'id',
  'version',
  'name',
  'code',
  'location_id',
  'is_active',
  'created_at',
  'updated_at',
]
  .map((column) => `t.${column}`)
  .join(', ');
/** A till with what is open at it and whether it is paired. */
const COLUMNS = `${OWN}, coalesce(p.token_hash IS NOT NULL, false) AS is_paired, p.pairing_expires_at AS code_expires_at, p.paired_at,
          (SELECT c.id FROM cash_sessions c WHERE c.merchant_id = t.merchant_id AND c.livemode = t.livemode AND c.series = t.id AND c.status <> 'closed') AS cash_session_id`;
const WITH_PAIRING =
  'LEFT JOIN terminal_pairings p ON p.merchant_id = t.merchant_id AND p.livemode = t.livemode AND p.terminal_id = t.id';

/** Without a code it gets the number after the highest one. Nothing where another till has the code. */
const insert = statement({
  name: 'terminals.insert',
  params: {
    ...TENANT,
    id: 'text',
    name: 'text',
    code: 'text?',
    location_id: 'text',
    is_active: 'bool',
    now: 'timestamptz',
  },
  row: { id: 'text' },
  sql: `INSERT INTO terminals (merchant_id, livemode, id, name, code, location_id, is_active, created_at, updated_at)
        SELECT :merchant_id, :livemode, :id, :name, coalesce(:code::text, 'T' || CASE WHEN n.next < 10 THEN '0' ELSE '' END || n.next), :location_id, :is_active, :now, :now
        FROM (SELECT coalesce(max(substring(code FROM '^T([0-9]{1,7})$')::int), 0) + 1 AS next FROM terminals WHERE merchant_id = :merchant_id AND livemode = :livemode) n
        ON CONFLICT ON CONSTRAINT terminals_code DO NOTHING RETURNING id`,
});

const find = statement({
  name: 'terminals.find',
  params: { ...TENANT, id: 'text' },
  row: TERMINAL,
  sql: `SELECT ${COLUMNS} FROM terminals t ${WITH_PAIRING} WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = :id AND t.deleted_at IS NULL`,
});

/** Keeps cash sessions from being opened at it until the transaction ends. */
const hold = statement({
  name: 'terminals.hold',
  params: { ...TENANT, id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM terminals WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND deleted_at IS NULL FOR UPDATE',
});

const update = statement({
  name: 'terminals.update',
  params: {
    ...TENANT,
    id: 'text',
    name: 'text?',
    location_id: 'text?',
    is_active: 'bool?',
    now: 'timestamptz',
  },
  row: {},
  sql: `UPDATE terminals SET version = version + 1, name = coalesce(:name, name), location_id = coalesce(:location_id, location_id), is_active = coalesce(:is_active, is_active), updated_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

const remove = statement({
  name: 'terminals.delete',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: {},
  sql: `WITH unpaired AS (DELETE FROM terminal_pairings WHERE merchant_id = :merchant_id AND livemode = :livemode AND terminal_id = :id)
        UPDATE terminals SET deleted_at = :now, is_active = false, version = version + 1, updated_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

/** A merchant's tills. */
export const terminalList = list('listTerminals', {
  from: 'terminals t',
  row: TERMINAL,
  select: COLUMNS,
  joins: WITH_PAIRING,
  where: 't.deleted_at IS NULL',
  filters: { is_active: flag('t.is_active'), location_id: equal('t.location_id') },
  sorts: { created_at: byTime('t.created_at'), name: byText('lower(left(t.name, 60))') },
});

export type TerminalRow = ValuesOf<typeof TERMINAL>;

/** False where the code is taken. */
export async function insertTerminal(
  runner: Runner,
  tenant: Tenant,
  wanted: Omit<ValuesOf<(typeof insert)['params']>, 'merchant_id' | 'livemode'>,
): Promise<boolean> {
  return (await runner.run(insert, { ...keyOf(tenant), ...wanted })).length > 0;
}

export async function findTerminal(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<TerminalRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

export async function holdTerminal(tx: Runner, tenant: Tenant, id: string): Promise<void> {
  await tx.run(hold, { ...keyOf(tenant), id });
}

export async function changeTerminal(
  tx: Runner,
  tenant: Tenant,
  change: Omit<ValuesOf<(typeof update)['params']>, 'merchant_id' | 'livemode'>,
): Promise<void> {
  await tx.run(update, { ...keyOf(tenant), ...change });
}

export async function removeTerminal(
  tx: Runner,
  tenant: Tenant,
  wanted: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.run(remove, { ...keyOf(tenant), ...wanted });
}
