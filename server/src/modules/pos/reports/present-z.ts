import {
  currencies,
  exactTexts,
  toMajor,
  type CashReport,
  type Currency,
  type ZReportRow,
} from '@cottontree/contract';
import type { ZRow } from './z-report.queries.ts';

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
export function presentZ({ body, hash }: ZRow): ZReportRow {
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
