import { UPCOMING_DAYS, type RecurringInvoice } from '@cottontree/contract';
import type { Reply } from '../../../kernel/call/reply.ts';
import { reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/show-mode.ts';
import { upcomingDays } from './next-place.ts';
import type { RecurringRow } from './recurring.queries.ts';

/** What is billed again and again, as its merchant sees it. */
export function presentRecurring(row: RecurringRow): RecurringInvoice {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    name: row.name,
    template: row.template,
    frequency: row.frequency,
    interval: row.step,
    start_date: row.start_date,
    end_date: row.end_date,
    count: row.count_max,
    day_of_month: row.day_of_month,
    auto_finalize: row.auto_finalize,
    auto_send: [...row.send_channels],
    next_date: row.status === 'active' ? row.next_date : null,
    upcoming: [...upcomingDays(row, UPCOMING_DAYS)],
    invoices_made: row.made,
    periods_skipped: row.skipped,
    failure: row.failure,
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function replyRecurring(row: RecurringRow, status?: 201): Reply<RecurringInvoice> {
  return reply(presentRecurring(row), { version: String(row.version), ...(status ? { status } : {}) });
}
