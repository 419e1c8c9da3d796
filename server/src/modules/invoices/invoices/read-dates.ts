import type { InvoiceInput } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { InvoiceState } from './invoice-rows.ts';
import { readDay } from './read-lines.ts';
import { addDays, momentOf } from './calendar.ts';

export type Dates = Pick<
  InvoiceState,
  'issue_date' | 'issue_date_given' | 'due_date' | 'due_days' | 'overdue_at'
>;

/** The dates after an input. A date that was read may be sent back beside the days it was computed from. */
export function readDates(
  input: Pick<InvoiceInput, 'issue_date' | 'due_date' | 'due_days'>,
  before: Dates,
  timeZone: string,
): Dates {
  const issue =
    input.issue_date === undefined ? before.issue_date : readDay(input.issue_date, { path: 'issue_date' });
  const given = before.issue_date_given || (input.issue_date !== undefined && issue !== before.issue_date);
  const said =
    input.due_date === undefined || input.due_date === before.due_date
      ? null
      : readDay(input.due_date, { path: 'due_date' });
  const days = said === null ? (input.due_days ?? before.due_days) : null;
  if (said !== null && typeof input.due_days === 'number' && input.due_days !== before.due_days)
    throw invalid({ path: 'due_days', message: 'says the same as due_date; send one of them' });
  const due = said ?? (days === null ? before.due_date : addDays(issue, days));
  if (due < issue) throw invalid({ path: 'due_date', message: `must not lie before issue_date, ${issue}` });
  return {
    issue_date: issue,
    issue_date_given: given,
    due_date: due,
    due_days: days,
    overdue_at: dayAfter(due, timeZone),
  };
}

/** A new draft is of today until somebody says otherwise. */
export function datesOfToday(
  today: string,
  { dueDays, timeZone }: { readonly dueDays: number; readonly timeZone: string },
): Dates {
  const due = addDays(today, dueDays);
  return {
    issue_date: today,
    issue_date_given: false,
    due_date: due,
    due_days: dueDays,
    overdue_at: dayAfter(due, timeZone),
  };
}

/** A draft's dates on the day of its finalisation. */
export function datesOnFinalisation(
  before: Dates,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
): Dates {
  const issue = before.issue_date_given ? before.issue_date : today;
  const due = before.due_days === null ? before.due_date : addDays(issue, before.due_days);
  return {
    issue_date: issue,
    issue_date_given: before.issue_date_given,
    due_date: due,
    due_days: before.due_days,
    overdue_at: dayAfter(due, timeZone),
  };
}

/** When the day is over for the merchant. */
function dayAfter(day: string, timeZone: string): Date {
  return momentOf(addDays(day, 1), { hour: 0, timeZone });
}
