import {
  exactTexts,
  toMajor,
  type DeliveriesReportRow,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { replyReport, rounded, shareOf } from './reply-report.ts';
import { sumDeliveries, type DeliveriesSums } from './reports.queries.ts';

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
