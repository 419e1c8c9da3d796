import { SALES_REPORT_DAYS_MAX, type Input, type Operations, type ZReportRow } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { presentZ } from './present-z.ts';
import { zReportList } from './z-report.queries.ts';

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
