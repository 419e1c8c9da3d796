import { REPORT_ROWS_MAX } from '@cottontree/contract';
import { reply, type Reply } from '../../../kernel/call/reply.ts';

/** A report is one page. */
export function replyReport<Row>(rows: readonly Row[]): Reply<readonly Row[]> {
  return reply(rows, { meta: { page: 1, limit: REPORT_ROWS_MAX, total: rows.length, has_next_page: false } });
}

const SHARE_PARTS = 10_000;

/** How much of a whole, to a ten-thousandth; null of nothing. */
export function shareOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Math.round((Number(part) / Number(whole)) * SHARE_PARTS) / SHARE_PARTS;
}

/** An average with so many decimals; null of nothing. */
export function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;
}
