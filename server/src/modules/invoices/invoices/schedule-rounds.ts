import type { InvoiceRow, InvoiceState } from './invoice-rows.ts';
import { nextLateFeeAt } from './late-fees.ts';
import { nextReminderAt } from './reminders.ts';

export type Rounds = Pick<InvoiceState, 'next_reminder_at' | 'next_late_fee_at'>;

/** What comes next of an invoice's reminders and late fees; to be asked whenever it is finalised, or its due date, reminders or late fee change. */
export function scheduleRounds(
  row: Pick<InvoiceRow, 'due_date' | 'reminders' | 'late_fee' | 'late_fees'>,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Rounds {
  const { reminders, late_fee: lateFee, late_fees: charged } = row;
  return {
    next_reminder_at: nextReminderAt({ dueDate: row.due_date, reminders, timeZone }, now),
    next_late_fee_at: nextLateFeeAt({ dueDate: row.due_date, lateFee, charged, timeZone }),
  };
}
