import {
  parseSignedAmount,
  SALES_REPORT_DAYS_MAX,
  toMajor,
  type CashReport,
  type Currency,
  type Input,
  type Operations,
  type ZReportRow,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { readRange } from '../../core/read-range.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireLocation } from '../settings/default-location.ts';
import { listZRows, type ZRow } from './z-report.queries.ts';

/** Reports on drawers that were closed in the time, a row for each. */
export async function reportZ(
  { query }: Input<Operations['reportZ']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly ZReportRow[]>> {
  const { tenant, now, caller } = call;
  const page = readPage(query);
  const { from, until } = readRange(query, {
    timeZone: caller.merchant.timeZone,
    now,
    daysMax: SALES_REPORT_DAYS_MAX,
  });
  if (query.location_id !== undefined) await requireLocation(store.of(tenant), tenant, query.location_id);
  const { total, rows } = await listZRows(store.slow(tenant), tenant, {
    from,
    until,
    locationId: query.location_id ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentZ), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.closed_at, id: row.id }) }),
  });
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
  const cash = z.tenders.find(({ tender }) => tender === 'cash');
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
    tax: sumOfTax(z, currency),
    cash_expected: cash?.expected ?? 0,
    cash_counted: cash?.counted ?? null,
    cash_difference: cash?.difference ?? null,
    hash: hash.toString('hex'),
  };
}

function sumOfTax({ taxes }: Closed, currency: Currency): number {
  const minors = taxes.map(({ amount }) => {
    const parsed = parseSignedAmount(amount, currency);
    if (!parsed.ok) throw new Error(`A Z report has ${amount} as an amount of tax.`);
    return parsed.minor;
  });
  return toMajor(
    minors.reduce((sum, minor) => sum + minor, 0n),
    currency,
  );
}
