import type { Recurrence } from '@cottontree/contract';

/** When the periods of something that recurs begin; days are `YYYY-MM-DD` of the merchant's calendar. */
export type Schedule = {
  readonly frequency: Recurrence;
  /** Every so many days, weeks, months or years. */
  readonly step: number;
  readonly startDate: string;
  readonly endDate: string | null;
  /** Of monthly ones; null: the day of startDate. A shorter month has its last day instead. */
  readonly dayOfMonth: number | null;
};

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const YEAR_MONTHS = 12;
/** No calendar is kept beyond it. */
const YEAR_MAX = 2199;

/** The day on which a period begins, counted from 0 and reckoned from the first each time, so that a short month never moves later ones; null after the end. */
export function periodDay(schedule: Schedule, period: number): string | null {
  const day =
    schedule.frequency === 'daily' || schedule.frequency === 'weekly'
      ? dayByDays(schedule, period)
      : dayByMonths(schedule, period);
  if (day === null || (schedule.endDate !== null && day > schedule.endDate)) return null;
  return day;
}

function dayByDays({ frequency, step, startDate }: Schedule, period: number): string | null {
  const days = period * step * (frequency === 'weekly' ? WEEK_DAYS : 1);
  const at = new Date(Date.parse(`${startDate}T00:00:00Z`) + days * DAY_MS);
  return at.getUTCFullYear() > YEAR_MAX ? null : at.toISOString().slice(0, 10);
}

function dayByMonths({ frequency, step, startDate, dayOfMonth }: Schedule, period: number): string | null {
  const [year = 0, month = 0, startDay = 0] = startDate.split('-').map(Number);
  const wanted = frequency === 'monthly' ? (dayOfMonth ?? startDay) : startDay;
  const first = year * YEAR_MONTHS + month - 1;
  const skipsFirst = Math.min(wanted, lengthOf(first)) < startDay ? 1 : 0;
  const at = first + skipsFirst + period * step * (frequency === 'yearly' ? YEAR_MONTHS : 1);
  const [atYear, atMonth] = [Math.floor(at / YEAR_MONTHS), (at % YEAR_MONTHS) + 1];
  if (atYear > YEAR_MAX) return null;
  return `${atYear}-${String(atMonth).padStart(2, '0')}-${String(Math.min(wanted, lengthOf(at))).padStart(2, '0')}`;
}

/** Days of a month, counted from the beginning of the calendar. */
function lengthOf(month: number): number {
  return new Date(Date.UTC(Math.floor(month / YEAR_MONTHS), (month % YEAR_MONTHS) + 1, 0)).getUTCDate();
}
