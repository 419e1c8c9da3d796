import { invalid } from '../../../kernel/call/failure.ts';
import type { InvoiceChange } from './change-invoice.ts';
import { statusByFigures } from './amount-due.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { numberingOn } from './numbering.ts';
import { datesOnFinalisation } from './read-dates.ts';
import { refuseMove } from './refuse-move.ts';
import { addDays, dayOf } from './calendar.ts';
import { scheduleRounds } from './schedule-rounds.ts';
import type { InvoiceDefaults } from './settings.queries.ts';

/** What happens to a draft that is finalised: it gets its number, its last dates, and can be paid. */
export function finalization(
  row: InvoiceRow,
  {
    defaults,
    now,
    number,
  }: {
    readonly defaults: InvoiceDefaults;
    /** Business time. */ readonly now: Date;
    /** Null: the next of the series. */ readonly number: string | null;
  },
): InvoiceChange {
  if (row.status !== 'draft')
    throw refuseMove(row, { to: 'open', why: `It was finalised as ${row.number ?? ''}.` });
  if (row.customer.name === null)
    throw invalid({
      path: 'customer',
      message: 'needs a name before the invoice is finalised; give the draft one',
    });
  const { timeZone, terms } = defaults;
  const today = dayOf(now, timeZone);
  const dates = datesOnFinalisation(row, { today, timeZone });
  const { deposit } = row;
  const status = statusByFigures(row);
  const after: InvoiceRow = { ...row, ...dates, status };
  return {
    set: {
      ...dates,
      status,
      company: terms.company,
      finalized_at: now,
      paid_at: status === 'paid' ? now : null,
      deposit: deposit && { ...deposit, due_date: addDays(dates.issue_date, deposit.due_days) },
      ...(status === 'paid' ? {} : scheduleRounds(after, { now, timeZone })),
    },
    tell: status === 'paid' ? ['invoice.updated', 'invoice.paid'] : ['invoice.updated'],
    ...(number === null
      ? {
          numbering: numberingOn({
            pattern: terms.number_pattern,
            yearlyReset: terms.yearly_reset,
            day: today,
          }),
        }
      : { number }),
  };
}
