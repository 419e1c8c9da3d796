import type { FailuresReportRow, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { replyReport, shareOf } from './reply-report.ts';
import { countFailures } from './reports.queries.ts';

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
