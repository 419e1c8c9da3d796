import {
  SALES_REPORT_DAYS_MAX,
  SALES_REPORT_ROWS_MAX,
  exactTexts,
  toMajor,
  type Input,
  type Operations,
  type SalesReportRow,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { sumSales, type SalesSums } from './sales-report.queries.ts';

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
