import {
  SALES_REPORT_DAYS_MAX,
  currencies,
  exactTexts,
  toMajor,
  type CashReport,
  type Currency,
  type Input,
  type Operations,
  type ZReportRow,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { zReportList, type ZRow } from './z-report.queries.ts';

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
  const { rows, meta } = await zReportList.find(store.slow(tenant), { call, query, given });
  return reply(rows.map(presentZ), { meta });
}

/** What the closing of the drawer wrote; nothing changes it afterwards. */
type Closed = Omit<CashReport, 'hash' | 'id' | 'number' | 'closed_at'> & {
  readonly id: string;
  readonly number: number;
  readonly closed_at: string;
};

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
