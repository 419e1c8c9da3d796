import { momentOf } from '../invoices/calendar.ts';
import { periodDay, type Schedule } from './period-day.ts';
import type { SeriesPlace } from './periods.queries.ts';
import type { RecurringRow } from './recurring.queries.ts';

/** When shops open, and whoever gets an invoice is awake. */
const MAKING_HOUR = 8;

type Counted = Pick<
  RecurringRow,
  'frequency' | 'step' | 'start_date' | 'end_date' | 'day_of_month' | 'count_max' | 'made'
>;

/** A period and when its invoice is made; nowhere, once there is none left. */
export function placeOf(
  row: Counted,
  { period, timeZone }: { readonly period: number; readonly timeZone: string },
): SeriesPlace {
  const day = row.count_max !== null && row.made >= row.count_max ? null : periodDay(scheduleOf(row), period);
  return {
    nextPeriod: period,
    nextDate: day,
    nextAt: day === null ? null : momentOf(day, { hour: MAKING_HOUR, timeZone }),
  };
}

/** The first period from one on that is not before a day. */
export function placeFrom(
  row: Counted,
  { period, today, timeZone }: { readonly period: number; readonly today: string; readonly timeZone: string },
): SeriesPlace {
  let at = period;
  for (
    let day = periodDay(scheduleOf(row), at);
    day !== null && day < today;
    day = periodDay(scheduleOf(row), at)
  )
    at += 1;
  return placeOf(row, { period: at, timeZone });
}

/** The days of the next invoices. */
export function upcomingDays(
  row: Counted & Pick<RecurringRow, 'next_period' | 'status'>,
  daysMax: number,
): readonly string[] {
  if (row.status !== 'active') return [];
  const left = row.count_max === null ? daysMax : Math.min(daysMax, row.count_max - row.made);
  return Array.from({ length: Math.max(0, left) }, (_, place) =>
    periodDay(scheduleOf(row), row.next_period + place),
  ).filter((day) => day !== null);
}

export function scheduleOf({
  frequency,
  step,
  start_date: startDate,
  end_date: endDate,
  day_of_month: dayOfMonth,
}: Counted): Schedule {
  return { frequency, step, startDate, endDate, dayOfMonth };
}
