import {
  exactTexts,
  REPORT_ROWS_MAX,
  toMajor,
  type CodReportRow,
  type Currency,
  type DeliveriesReportRow,
  type DriversReportRow,
  type FailuresReportRow,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import {
  countFailures,
  sumCod,
  sumDeliveries,
  sumDrivers,
  timeZoneOf,
  type DeliveriesSums,
  type DriverSums,
} from './reports.queries.ts';

/** Reports on the deliveries created in the time, in groups. */
export async function reportDeliveries(
  { query }: Input<Operations['reportDeliveries']>,
  call: Call,
  module: Shipping,
): Promise<Reply<readonly DeliveriesReportRow[]>> {
  const range = readRange(query, { timeZone: call.caller.merchant.timeZone, now: call.now });
  const rows = await sumDeliveries(module.store.reads(call.tenant), call.tenant, {
    group: query.group_by ?? 'day',
    range,
  });
  return replyReport(rows.map(presentSums));
}

function presentSums(row: DeliveriesSums): DeliveriesReportRow {
  return {
    group: row.group,
    currency: row.currency,
    jobs: Number(row.jobs),
    fees: toMajor(row.fees, row.currency),
    delivered: Number(row.delivered),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    on_time: Number(row.on_time),
    on_time_share: shareOf(row.on_time, row.delivered),
    average_minutes: rounded(row.minutes, 1),
    exact: exactTexts({ fees: row.fees }, row.currency),
  };
}

/** Reports what the cash on delivery did on each day. */
export async function reportCod(
  { query }: Input<Operations['reportCod']>,
  call: Call,
  module: Shipping,
): Promise<Reply<readonly CodReportRow[]>> {
  const range = readRange(query, { timeZone: call.caller.merchant.timeZone, now: call.now });
  const rows = await sumCod(module.store.reads(call.tenant), call.tenant, range);
  const inMajor = (amount: bigint, currency: Currency): number => toMajor(amount, currency);
  return replyReport(
    rows.map(({ day, currency, ...sums }) => ({
      day,
      currency,
      collected: inMajor(sums.collected, currency),
      deposited: inMajor(sums.deposited, currency),
      settled: inMajor(sums.settled, currency),
      exact: exactTexts(sums, currency),
    })),
  );
}

/** Days of the whole platform, whose merchants may live in several time zones. */
const PLATFORM_TIME_ZONE = 'UTC';

/** Reports what each courier did: for one merchant, or for all of them. */
export async function reportDrivers(
  { query }: Input<Operations['reportDrivers']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<readonly DriversReportRow[]>> {
  const { system } = module.store;
  const { reach } = call;
  const timeZone =
    reach === null
      ? PLATFORM_TIME_ZONE
      : ((await timeZoneOf(system, reach.merchantId)) ?? PLATFORM_TIME_ZONE);
  const range = readRange(query, { timeZone, now: call.now });
  const rows = await sumDrivers(system.reads, {
    merchantId: reach?.merchantId ?? null,
    livemode: reach?.livemode ?? query.livemode ?? true,
    range,
    rowsMax: REPORT_ROWS_MAX,
  });
  return replyReport(rows.map(presentDriverSums));
}

function presentDriverSums(row: DriverSums): DriversReportRow {
  return {
    driver_id: row.driver_id,
    driver_name: row.driver_name,
    currency: row.currency,
    jobs: Number(row.jobs),
    delivered: Number(row.delivered),
    failed: Number(row.failed),
    on_time: Number(row.on_time),
    on_time_share: shareOf(row.on_time, row.delivered),
    ratings: Number(row.ratings),
    average_stars: rounded(row.stars, 2),
    cash_collected: toMajor(row.cash, row.currency),
    exact: exactTexts({ cash_collected: row.cash }, row.currency),
  };
}

/** Reports why deliveries failed that were created in the time. */
export async function reportFailures(
  { query }: Input<Operations['reportFailures']>,
  call: Call,
  module: Shipping,
): Promise<Reply<readonly FailuresReportRow[]>> {
  const range = readRange(query, { timeZone: call.caller.merchant.timeZone, now: call.now });
  const rows = await countFailures(module.store.reads(call.tenant), call.tenant, range);
  const all = rows.reduce((sum, { jobs }) => sum + jobs, 0n);
  return replyReport(
    rows.map(({ reason, jobs }) => ({ reason, jobs: Number(jobs), share: shareOf(jobs, all) })),
  );
}

/** A report is one page. */
function replyReport<Row>(rows: readonly Row[]): Reply<readonly Row[]> {
  return reply(rows, { meta: { page: 1, limit: REPORT_ROWS_MAX, total: rows.length, has_next_page: false } });
}

const SHARE_PARTS = 10_000;

/** How much of a whole, to a ten-thousandth; null of nothing. */
function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * SHARE_PARTS) / SHARE_PARTS;
}

/** An average with so many decimals; null of nothing. */
function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}
