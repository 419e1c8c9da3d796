import type { CashSessionStatus, Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import { json, statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, flag, several, since } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { cashSessionStatuses } from '@cottontree/contract';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const SESSION = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  location_id: 'text',
  terminal_id: 'text?',
  series: 'text',
  currency: text<Currency>(),
  status: text<CashSessionStatus>(),
  opening_float_minor: 'int8',
  opened_by: 'text?',
  opened_at: 'timestamptz',
  closed_by: 'text?',
  closed_at: 'timestamptz?',
  z_report_id: 'text?',
  z_number: 'int4?',
} as const;
const OWN = Object.keys(SESSION)
  .filter((column) => column !== 'z_number')
  .map((column) => `s.${column}`)
  .join(', ');
const COLUMNS = `${OWN}, z.number AS z_number`;
const WITH_REPORT =
  'LEFT JOIN z_reports z ON z.merchant_id = s.merchant_id AND z.livemode = s.livemode AND z.id = s.z_report_id';

/** Nothing where a drawer of the series is open already. */
const open = statement({
  name: 'cashSessions.open',
  params: {
    ...TENANT,
    id: 'text',
    location_id: 'text',
    terminal_id: 'text?',
    currency: text<Currency>(),
    opening_float_minor: 'int8',
    opened_by: 'text?',
    now: 'timestamptz',
    facts: json<readonly Fact[]>(),
  },
  row: SESSION,
  sql: `WITH s AS (
          INSERT INTO cash_sessions AS s (merchant_id, livemode, id, location_id, terminal_id, series, currency, status, opening_float_minor, opened_by, opened_at, updated_at)
          VALUES (:merchant_id, :livemode, :id, :location_id, :terminal_id, coalesce(:terminal_id::text, :location_id), :currency, 'open', :opening_float_minor, :opened_by, :now, :now) ON CONFLICT (merchant_id, livemode, series) WHERE status <> 'closed' DO NOTHING RETURNING ${OWN}
        ), announced AS (${announcement({ source: 's', entity: 'id', facts: ':facts' })})
        SELECT s.*, NULL::int4 AS z_number FROM s`,
});

const findOpen = statement({
  name: 'cashSessions.findOpen',
  params: { ...TENANT, series: 'text' },
  row: { id: 'text' },
  sql: `SELECT id FROM cash_sessions WHERE merchant_id = :merchant_id AND livemode = :livemode AND series = :series AND status <> 'closed'`,
});

const find = statement({
  name: 'cashSessions.find',
  params: { ...TENANT, id: 'text' },
  row: SESSION,
  sql: `SELECT ${COLUMNS} FROM cash_sessions s ${WITH_REPORT} WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :id`,
});

/** Waits for whoever writes entries, and lets nobody write any more. Nothing where somebody else closes or closed it. */
const beginClosing = statement({
  name: 'cashSessions.beginClosing',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE cash_sessions SET status = 'closing', updated_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'open' RETURNING id`,
});

/** In the transaction that began closing: the report, the session's end and its message. */
const close = statement({
  name: 'cashSessions.close',
  params: {
    ...TENANT,
    id: 'text',
    closed_by: 'text?',
    now: 'timestamptz',
    z_report_id: 'text',
    number: 'int4',
    perpetual_sales_minor: 'numeric',
    perpetual_refunds_minor: 'numeric',
    body: 'text',
    previous_hash: 'bytea',
    hash: 'bytea',
    facts: json<readonly Fact[]>(),
  },
  row: { id: 'text' },
  sql: `WITH s AS (
          UPDATE cash_sessions SET status = 'closed', closed_by = :closed_by, closed_at = :now, z_report_id = :z_report_id, updated_at = :now WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'closing' RETURNING *
        ), reported AS (
          INSERT INTO z_reports (merchant_id, livemode, id, series, number, session_id, location_id, perpetual_sales_minor, perpetual_refunds_minor, body, previous_hash, hash, closed_at)
          SELECT merchant_id, livemode, :z_report_id, series, :number, id, location_id, :perpetual_sales_minor, :perpetual_refunds_minor, :body, :previous_hash, :hash, :now FROM s
        ), announced AS (${announcement({ source: 's', entity: 'id', facts: ':facts' })})
        SELECT id FROM s`,
});

const ITS_FLAGS =
  'drawer_flags f WHERE f.merchant_id = s.merchant_id AND f.livemode = s.livemode AND f.session_id = s.id';

/** A merchant's cash sessions. */
export const cashSessionList = list('listCashSessions', {
  from: 'cash_sessions s',
  row: SESSION,
  select: COLUMNS,
  joins: WITH_REPORT,
  filters: {
    status: several('s.status', cashSessionStatuses),
    terminal_id: equal('s.terminal_id'),
    location_id: equal('s.location_id'),
    flagged: flag(`EXISTS (SELECT 1 FROM ${ITS_FLAGS})`),
    flagged_since: since(`(SELECT max(f.recorded_at) FROM ${ITS_FLAGS})`),
  },
  sorts: { created_at: byTime("date_trunc('milliseconds', s.opened_at)") },
});

export type CashSessionRow = ValuesOf<typeof SESSION>;
export type OpenedSession = Omit<ValuesOf<(typeof open)['params']>, 'merchant_id' | 'livemode' | 'facts'> & {
  readonly facts: readonly Fact[];
};
export type ClosedSession = Omit<ValuesOf<(typeof close)['params']>, 'merchant_id' | 'livemode' | 'facts'> & {
  readonly facts: readonly Fact[];
};

/** Undefined where the till, or the location, has one open. */
export async function insertCashSession(
  tx: Runner,
  tenant: Tenant,
  opened: OpenedSession,
): Promise<CashSessionRow | undefined> {
  return (await tx.run(open, { ...keyOf(tenant), ...opened, facts: opened.facts }))[0];
}

export async function findOpenSession(
  runner: Runner,
  tenant: Tenant,
  series: string,
): Promise<string | undefined> {
  return (await runner.run(findOpen, { ...keyOf(tenant), series }))[0]?.id;
}

export async function findCashSession(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CashSessionRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** False where it is not open. */
export async function beginClosingSession(
  tx: Runner,
  tenant: Tenant,
  wanted: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  return (await tx.run(beginClosing, { ...keyOf(tenant), ...wanted })).length > 0;
}

export async function finishClosingSession(tx: Runner, tenant: Tenant, closed: ClosedSession): Promise<void> {
  const rows = await tx.run(close, { ...keyOf(tenant), ...closed, facts: closed.facts });
  if (rows.length === 0)
    throw new Error(`The cash session ${closed.id} left the state closing within its own transaction.`);
}
