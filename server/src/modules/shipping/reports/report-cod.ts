import {
  exactTexts,
  toMajor,
  type CodReportRow,
  type Currency,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { readRange } from '../../../kernel/time/read-range.ts';
import { replyReport } from './reply-report.ts';
import { sumCod } from './reports.queries.ts';

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
