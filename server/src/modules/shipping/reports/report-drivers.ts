import {
  REPORT_ROWS_MAX,
  exactTexts,
  toMajor,
  type DriversReportRow,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { replyReport, rounded, shareOf } from './reply-report.ts';
import { sumDrivers, timeZoneOf, type DriverSums } from './reports.queries.ts';

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
