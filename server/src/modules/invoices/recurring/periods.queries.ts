import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner } from '../../../store/index.ts';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { RECURRING_COLUMNS, RECURRING_ROW, type RecurringRow } from './recurring.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const DUE = `r.status = 'active' AND r.deleted_at IS NULL AND r.next_at IS NOT NULL`;

/** With a test clock its merchant's own turn does it; one that failed rests for a while. */
const due = statement({
  name: 'recurringPeriods.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: RECURRING_ROW,
  sql: `SELECT ${RECURRING_COLUMNS} FROM recurring_invoices r JOIN merchants m ON m.id = r.merchant_id AND m.status = 'active' WHERE ${DUE} AND r.next_at <= :now AND (r.retry_at IS NULL OR r.retry_at <= :now)
          AND NOT EXISTS (SELECT FROM test_clocks k WHERE k.merchant_id = r.merchant_id AND k.livemode = r.livemode) ORDER BY r.next_at, r.id LIMIT :rows_max::int4`,
});

const dueOf = statement({
  name: 'recurringPeriods.dueOf',
  params: { ...KEY, now: 'timestamptz', rows_max: 'int4' },
  row: RECURRING_ROW,
  sql: `SELECT ${RECURRING_COLUMNS} FROM recurring_invoices r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND ${DUE} AND r.next_at <= :now AND (r.retry_at IS NULL OR r.retry_at <= :now) ORDER BY r.next_at, r.id LIMIT :rows_max::int4`,
});

/** Who comes second waits here for the first, and gets nothing. */
const take = statement({
  name: 'recurringPeriods.take',
  params: { ...KEY, id: 'text', period: 'int4', day: 'text', at: 'timestamptz' },
  row: { period: 'int4' },
  sql: `INSERT INTO recurring_invoice_periods (merchant_id, livemode, recurring_invoice_id, period, day, created_at)
        SELECT :merchant_id, :livemode, :id, :period, :day, :at FROM recurring_invoices r WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id AND r.next_period = :period AND r.status = 'active' AND r.deleted_at IS NULL FOR UPDATE OF r
        ON CONFLICT DO NOTHING RETURNING period`,
});

const settle = statement({
  name: 'recurringPeriods.settle',
  params: {
    ...KEY,
    id: 'text',
    period: 'int4',
    invoice_id: 'text',
    next_period: 'int4',
    next_date: 'text?',
    next_at: 'timestamptz?',
    status: 'text',
    at: 'timestamptz',
  },
  row: {},
  sql: `WITH noted AS (UPDATE recurring_invoice_periods SET invoice_id = :invoice_id WHERE merchant_id = :merchant_id AND livemode = :livemode AND recurring_invoice_id = :id AND period = :period)
        UPDATE recurring_invoices SET version = version + 1, made = made + 1, next_period = :next_period, next_date = :next_date, next_at = :next_at, status = :status, failure = NULL, retry_at = NULL, updated_at = :at
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND next_period = :period`,
});

const skip = statement({
  name: 'recurringPeriods.skip',
  params: {
    ...KEY,
    id: 'text',
    version: 'int4',
    first: 'int4',
    days: 'text[]',
    next_date: 'text',
    next_at: 'timestamptz',
    at: 'timestamptz',
  },
  row: RECURRING_ROW,
  sql: `WITH moved AS (
          UPDATE recurring_invoices r SET version = r.version + 1, skipped = r.skipped + cardinality(:days::text[]), next_period = :first::int4 + cardinality(:days::text[]), next_date = :next_date, next_at = :next_at, updated_at = :at::timestamptz
          WHERE r.merchant_id = :merchant_id AND r.livemode = :livemode AND r.id = :id AND r.version = :version AND r.next_period = :first RETURNING ${RECURRING_COLUMNS}
        ), noted AS (
          INSERT INTO recurring_invoice_periods (merchant_id, livemode, recurring_invoice_id, period, day, created_at)
          SELECT r.merchant_id, r.livemode, r.id, :first::int4 + g.place::int4 - 1, g.day, :at::timestamptz FROM moved r, unnest(:days::text[]) WITH ORDINALITY AS g (day, place) ON CONFLICT DO NOTHING
        ) SELECT ${RECURRING_COLUMNS} FROM moved r`,
});

const fail = statement({
  name: 'recurringPeriods.fail',
  params: { ...KEY, id: 'text', period: 'int4', failure: 'jsonb', retry_at: 'timestamptz' },
  row: {},
  sql: `UPDATE recurring_invoices SET version = version + 1, failure = :failure, retry_at = :retry_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND next_period = :period AND status = 'active'`,
});

export type SeriesPlace = {
  readonly nextPeriod: number;
  readonly nextDate: string | null;
  readonly nextAt: Date | null;
};

export async function findDueRecurring(
  system: Runner,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly RecurringRow[]> {
  return system.run(due, { now, rows_max: rowsMax });
}

export async function findDueRecurringOf(
  runner: Runner,
  tenant: Tenant,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly RecurringRow[]> {
  return runner.run(dueOf, { ...keyOf(tenant), now, rows_max: rowsMax });
}

/** False where somebody else has made the period's invoice, or it is not due any more. */
export async function takePeriod(
  tx: Runner,
  tenant: Tenant,
  {
    id,
    period,
    day,
    at,
  }: { readonly id: string; readonly period: number; readonly day: string; readonly at: Date },
): Promise<boolean> {
  return (await tx.run(take, { ...keyOf(tenant), id, period, day, at })).length === 1;
}

export async function settlePeriod(
  tx: Runner,
  tenant: Tenant,
  settled: SeriesPlace & {
    readonly id: string;
    readonly period: number;
    readonly invoiceId: string;
    readonly status: string;
    readonly at: Date;
  },
): Promise<void> {
  await tx.run(settle, {
    ...keyOf(tenant),
    id: settled.id,
    period: settled.period,
    invoice_id: settled.invoiceId,
    next_period: settled.nextPeriod,
    next_date: settled.nextDate,
    next_at: settled.nextAt,
    status: settled.status,
    at: settled.at,
  });
}

/** Lets periods go that lie too far back; undefined where somebody was faster. */
export async function skipPeriods(
  runner: Runner,
  row: RecurringRow,
  skipped: {
    readonly days: readonly string[];
    readonly nextDate: string;
    readonly nextAt: Date;
    readonly at: Date;
  },
): Promise<RecurringRow | undefined> {
  const { merchant_id, livemode, id, version, next_period: first } = row;
  return (
    await runner.run(skip, {
      merchant_id,
      livemode,
      id,
      version,
      first,
      days: skipped.days,
      next_date: skipped.nextDate,
      next_at: skipped.nextAt,
      at: skipped.at,
    })
  )[0];
}

export async function noteFailure(
  runner: Runner,
  { merchant_id, livemode, id, next_period: period }: RecurringRow,
  {
    code,
    message,
    at,
    retryAt,
  }: { readonly code: string; readonly message: string; readonly at: Date; readonly retryAt: Date },
): Promise<void> {
  await runner.run(fail, {
    merchant_id,
    livemode,
    id,
    period,
    failure: { code, message, at: at.toISOString() },
    retry_at: retryAt,
  });
}

const find = statement({
  name: 'billingMerchants.find',
  params: { id: 'text' },
  row: {
    id: 'text',
    name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    status: text<MerchantProfile['status']>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
  },
  sql: 'SELECT id, name, store_name, country, time_zone, currency, status, reads_per_second, writes_per_second FROM merchants WHERE id = :id',
});

/** The merchant who bills again and again. */
export async function findBillingMerchant(runner: Runner, merchantId: string): Promise<MerchantProfile> {
  const [row] = await runner.run(find, { id: merchantId });
  if (!row) throw new Error(`There is no merchant ${merchantId}.`);
  return {
    id: row.id,
    name: row.name,
    storeName: row.store_name,
    country: row.country,
    timeZone: row.time_zone,
    currency: row.currency,
    status: row.status,
    readsPerSecond: row.reads_per_second,
    writesPerSecond: row.writes_per_second,
  };
}
