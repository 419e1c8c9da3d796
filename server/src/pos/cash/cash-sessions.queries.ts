import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import type { Position } from '../../core/page.ts';
import { announcement, type Fact } from '../../outbox/index.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';
import { BEYOND, bothOrders, DIRECTION, type ListOrder } from '../list-order.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const SESSION = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  location_id: 'text',
  terminal_id: 'text?',
  series: 'text',
  currency: 'text',
  status: 'text',
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
    currency: 'text',
    opening_float_minor: 'int8',
    opened_by: 'text?',
    now: 'timestamptz',
    facts: 'jsonb',
  },
  row: SESSION,
  sql: `WITH s AS (
          INSERT INTO cash_sessions AS s (merchant_id, livemode, id, location_id, terminal_id, series, currency, status, opening_float_minor, opened_by, opened_at, updated_at)
          VALUES ($1, $2, $3, $4, $5, coalesce($5::text, $4), $6, 'open', $7, $8, $9, $9) ON CONFLICT (merchant_id, livemode, series) WHERE status <> 'closed' DO NOTHING RETURNING ${OWN}
        ), announced AS (${announcement({ source: 's', entity: 'id', facts: '$10' })})
        SELECT s.*, NULL::int4 AS z_number FROM s`,
});

const findOpen = statement({
  name: 'cashSessions.findOpen',
  params: { ...TENANT, series: 'text' },
  row: { id: 'text' },
  sql: `SELECT id FROM cash_sessions WHERE merchant_id = $1 AND livemode = $2 AND series = $3 AND status <> 'closed'`,
});

const find = statement({
  name: 'cashSessions.find',
  params: { ...TENANT, id: 'text' },
  row: SESSION,
  sql: `SELECT ${COLUMNS} FROM cash_sessions s ${WITH_REPORT} WHERE s.merchant_id = $1 AND s.livemode = $2 AND s.id = $3`,
});

const list = bothOrders((order) =>
  statement({
    name: `cashSessions.list.${order}`,
    params: {
      ...TENANT,
      status: 'text?',
      terminal_id: 'text?',
      location_id: 'text?',
      after_at: 'timestamptz?',
      after_id: 'text?',
      rows_max: 'int4',
      skip: 'int4',
    },
    row: { total: 'int8', ...orNull(SESSION) },
    sql: `WITH found AS (
          SELECT ${COLUMNS} FROM cash_sessions s ${WITH_REPORT}
          WHERE s.merchant_id = $1 AND s.livemode = $2 AND ($3::text IS NULL OR s.status = $3) AND ($4::text IS NULL OR s.terminal_id = $4) AND ($5::text IS NULL OR s.location_id = $5)
        )
        SELECT c.total, p.* FROM (SELECT count(*) AS total FROM found) c
        LEFT JOIN (SELECT * FROM found WHERE $6::timestamptz IS NULL OR (date_trunc('milliseconds', opened_at), id) ${BEYOND[order]} ($6, $7::text) ORDER BY date_trunc('milliseconds', opened_at) ${DIRECTION[order]}, id ${DIRECTION[order]} LIMIT $8::int4 OFFSET $9::int4) p ON true
        ORDER BY date_trunc('milliseconds', p.opened_at) ${DIRECTION[order]}, p.id ${DIRECTION[order]}`,
  }),
);

/** Waits for whoever writes entries, and lets nobody write any more. Nothing where somebody else closes or closed it. */
const beginClosing = statement({
  name: 'cashSessions.beginClosing',
  params: { ...TENANT, id: 'text', now: 'timestamptz' },
  row: { id: 'text' },
  sql: `UPDATE cash_sessions SET status = 'closing', updated_at = $4 WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND status = 'open' RETURNING id`,
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
    perpetual_sales_minor: 'int8',
    perpetual_refunds_minor: 'int8',
    body: 'text',
    previous_hash: 'bytea',
    hash: 'bytea',
    facts: 'jsonb',
  },
  row: { id: 'text' },
  sql: `WITH s AS (
          UPDATE cash_sessions SET status = 'closed', closed_by = $4, closed_at = $5, z_report_id = $6, updated_at = $5 WHERE merchant_id = $1 AND livemode = $2 AND id = $3 AND status = 'closing' RETURNING *
        ), reported AS (
          INSERT INTO z_reports (merchant_id, livemode, id, series, number, session_id, location_id, perpetual_sales_minor, perpetual_refunds_minor, body, previous_hash, hash, closed_at)
          SELECT merchant_id, livemode, $6, series, $7, id, location_id, $8, $9, $10, $11, $12, $5 FROM s
        ), announced AS (${announcement({ source: 's', entity: 'id', facts: '$13' })})
        SELECT id FROM s`,
});

export type CashSessionRow = ValuesOf<typeof SESSION>;
export type OpenedSession = Omit<ValuesOf<(typeof open)['params']>, 'merchant_id' | 'livemode' | 'facts'> & {
  readonly facts: readonly Fact[];
};
export type ClosedSession = Omit<ValuesOf<(typeof close)['params']>, 'merchant_id' | 'livemode' | 'facts'> & {
  readonly facts: readonly Fact[];
};
export type SessionWish = {
  readonly status: string | null;
  readonly terminalId: string | null;
  readonly locationId: string | null;
  readonly order: ListOrder;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

/** Undefined where the till, or the location, has one open. */
export async function insertCashSession(
  tx: Runner,
  tenant: Tenant,
  opened: OpenedSession,
): Promise<CashSessionRow | undefined> {
  return (await tx.run(open, { ...keyOf(tenant), ...opened, facts: opened.facts as unknown as Json }))[0];
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

/** Some of them, with how many there are. */
export async function listCashSessionRows(
  runner: Runner,
  tenant: Tenant,
  wanted: SessionWish,
): Promise<{ readonly total: number; readonly rows: readonly CashSessionRow[] }> {
  const { status, terminalId, locationId, order, after, offset, rowsMax } = wanted;
  return splitTotal<CashSessionRow>(
    await runner.run(list[order], {
      ...keyOf(tenant),
      status,
      terminal_id: terminalId,
      location_id: locationId,
      after_at: after?.at ?? null,
      after_id: after?.id ?? null,
      rows_max: rowsMax,
      skip: offset,
    }),
    'id',
  );
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
  const rows = await tx.run(close, { ...keyOf(tenant), ...closed, facts: closed.facts as unknown as Json });
  if (rows.length === 0)
    throw new Error(`The cash session ${closed.id} left the state closing within its own transaction.`);
}
