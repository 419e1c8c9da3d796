import { REPORT_DAYS_MAX } from '@cottontree/contract';
import { Temporal } from 'temporal-polyfill';
import { invalid } from '../call/failure.ts';
import { beginningOf, dayOf } from './local-day.ts';

/** The time that a report covers: from the beginning of its first day to the end of its last, in one time zone. */
export type ReportRange = { readonly from: Date; readonly until: Date; readonly timeZone: string };

const DAYS_DEFAULT = 30;

type Asked = {
  readonly timeZone: string;
  readonly now: Date;
  /** How many days the report may cover. */ readonly daysMax?: number;
};

/** Reads the days that a report is asked for; refuses more than a report may cover. */
export function readRange(
  query: { readonly from?: string; readonly to?: string },
  { timeZone, now, daysMax = REPORT_DAYS_MAX }: Asked,
): ReportRange {
  const today = dayOf(now, timeZone);
  const last = query.to === undefined ? today : readDay(query.to, 'to');
  const first =
    query.from === undefined ? last.subtract({ days: DAYS_DEFAULT - 1 }) : readDay(query.from, 'from');
  const days = first.until(last, { largestUnit: 'days' }).days + 1;
  if (days < 1) throw invalid({ path: 'to', message: 'must not lie before from' });
  if (days > daysMax)
    throw invalid({
      path: 'from',
      message: `must be at most ${daysMax} days up to the last day, which is ${last.toString()}`,
    });
  return {
    from: beginningOf(first, timeZone),
    until: beginningOf(last.add({ days: 1 }), timeZone),
    timeZone,
  };
}

function readDay(text: string, path: 'from' | 'to'): Temporal.PlainDate {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' });
    if (day.year >= 1970 && day.year < 2200) return day;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid({ path, message: 'must be a day between the years 1970 and 2200, such as 2026-01-31' });
}
