import {
  currencies,
  exactTexts,
  SALES_REPORT_DAYS_MAX,
  SALES_REPORT_ROWS_MAX,
  toMajor,
  type CashReport,
  type Currency,
  type Input,
  type Operations,
  type SalesReportRow,
  type ZReportRow,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { sumSales, zReportList, type SalesSums, type ZRow } from './sales-report.queries.ts';

/** Reports on what was sold in the time, less what came back, in groups. */
export async function reportSales(
  { query }: Input<Operations['reportSales']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly SalesReportRow[]>> {
  const { tenant, now, caller } = call;
  const range = readRange(query, { timeZone: caller.merchant.timeZone, now, daysMax: SALES_REPORT_DAYS_MAX });
  if (query.location_id !== undefined) await requireLocation(store.of(tenant), tenant, query.location_id);
  const rows = await sumSales(store.reads(tenant), tenant, {
    group: query.group_by ?? 'day',
    range,
    locationId: query.location_id ?? null,
  });
  return reply(await mapInTurns(rows, ROWS_A_TURN, presentSums), {
    meta: { page: 1, limit: SALES_REPORT_ROWS_MAX, total: rows.length, has_next_page: false },
  });
}

const MILLI = 1_000;
/** After so many rows others get their turn. */
const ROWS_A_TURN = 100;

function presentSums(row: SalesSums): SalesReportRow {
  const currency = row.currency;
  const amount = (minor: bigint | null): number | null => (minor === null ? null : toMajor(minor, currency));
  const count = (rows: bigint | null): number | null => (rows === null ? null : Number(rows));
  return {
    group: row.group,
    name: row.name,
    currency,
    sales: count(row.sales),
    refunds: count(row.refunds),
    quantity: row.quantity === null ? null : Number(row.quantity) / MILLI,
    gross: amount(row.gross),
    discounts: amount(row.discounts),
    refunded: amount(row.refunded),
    net: amount(row.net),
    tax: amount(row.tax),
    tips: amount(row.tips),
    cash_rounding: amount(row.rounding),
    collected: amount(row.collected),
    cost: amount(row.cost),
    margin: amount(marginOf(row)),
    exact: exactTexts(
      {
        gross: row.gross,
        discounts: row.discounts,
        refunded: row.refunded,
        net: row.net,
        tax: row.tax,
        tips: row.tips,
        cash_rounding: row.rounding,
        collected: row.collected,
        cost: row.cost,
        margin: marginOf(row),
      },
      currency,
    ),
  };
}

function marginOf({ net, cost, uncosted }: SalesSums): bigint | null {
  return net === null || cost === null || uncosted === null || uncosted > 0n ? null : net - cost;
}

/** Reports on drawers that were closed in the time, a row for each. */
export async function reportZ(
  { query }: Input<Operations['reportZ']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly ZReportRow[]>> {
  const { tenant, now, caller } = call;
  const { from, until } = readRange(query, {
    timeZone: caller.merchant.timeZone,
    now,
    daysMax: SALES_REPORT_DAYS_MAX,
  });
  if (query.location_id !== undefined) await requireLocation(store.of(tenant), tenant, query.location_id);
  const given = { closed_from: from, closed_until: until };
  const { rows, meta } = await zReportList.find(store.reads(tenant), { call, query, given });
  return reply(rows.map(presentZ), { meta });
}

/** What was counted of the cash less what should have been there, of a report as it was kept; minor units, null where nobody counted. */
export function cashDifferenceIn(body: string): bigint | null {
  const z = JSON.parse(body) as Closed;
  const at = z.tenders.findIndex(({ tender }) => tender === 'cash');
  const difference = z.tenders[at]?.difference ?? null;
  return difference === null ? null : minorOf(z, `tenders[${at}].difference`, difference);
}

/** What the closing of the drawer wrote; nothing changes it afterwards. */
type Closed = Omit<CashReport, 'hash' | 'id' | 'number' | 'closed_at'> & {
  readonly id: string;
  readonly number: number;
  readonly closed_at: string;
};

/** A drawer's closing as the report shows it. */
function presentZ({ body, hash }: ZRow): ZReportRow {
  const z = JSON.parse(body) as Closed;
  const currency = z.currency as Currency;
  const at = z.tenders.findIndex(({ tender }) => tender === 'cash');
  const cash = z.tenders[at];
  const of = (path: string, major: number | null): bigint | null =>
    major === null ? null : minorOf(z, path, major);
  const sums = {
    sales_total: of('sales.total', z.sales.total),
    discounts: of('sales.discounts', z.sales.discounts),
    tips: of('sales.tips', z.sales.tips),
    refunds_total: of('refunds.total', z.refunds.total),
    voids_total: of('voids.total', z.voids.total),
    tax: z.taxes.reduce((sum, { amount }, tax) => sum + minorOf(z, `taxes[${tax}].amount`, amount), 0n),
    cash_expected: of(`tenders[${at}].expected`, cash?.expected ?? 0),
    cash_difference: of(`tenders[${at}].difference`, cash?.difference ?? null),
  };
  return {
    id: z.id,
    number: z.number,
    cash_session_id: z.cash_session_id,
    location_id: z.location_id,
    terminal_id: z.terminal_id,
    currency,
    opened_at: z.opened_at,
    closed_at: z.closed_at,
    closed_by: z.closed_by,
    sales: z.sales.count,
    sales_total: z.sales.total,
    discounts: z.sales.discounts,
    tips: z.sales.tips,
    refunds: z.refunds.count,
    refunds_total: z.refunds.total,
    voids: z.voids.count,
    voids_total: z.voids.total,
    tax: toMajor(sums.tax, currency),
    cash_expected: cash?.expected ?? 0,
    cash_counted: cash?.counted ?? null,
    cash_difference: cash?.difference ?? null,
    exact: exactTexts(sums, currency),
    hash: hash.toString('hex'),
  };
}

/** An amount of a report in minor units, by its exact text where it has one. */
function minorOf({ exact, currency }: Closed, path: string, major: number): bigint {
  const text = exact?.[path];
  return text === undefined
    ? BigInt(Math.round(major * 10 ** currencies[currency as Currency].decimals))
    : BigInt(text.replace('.', ''));
}
