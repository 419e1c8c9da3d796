import { weekdays, type Weekday } from '@cottontree/contract';
import { Temporal } from 'temporal-polyfill';
import { type OpeningHours } from '../coverage/zone.ts';

const minutesPerDay = 24 * 60;
const daysAheadMax = 8;

/** A moment on the wall clock of a place. */
export type LocalTime = { readonly weekday: Weekday; readonly minute: number };

/** Weekday and minute of the day (0–1439) of a moment in an IANA time zone. */
export function toLocalTime(at: Date, timeZone: string): LocalTime {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return { weekday: weekdayOf(local.dayOfWeek), minute: local.hour * 60 + local.minute };
}

/** The dates of a moment and of the day before it in an IANA time zone, `YYYY-MM-DD`. */
export function toLocalDates(
  at: Date,
  timeZone: string,
): { readonly today: string; readonly dayBefore: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return { today: today.toString(), dayBefore: today.subtract({ days: 1 }).toString() };
}

/** Whether the platform knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a window holds a local time; one that ends at or before its start runs over midnight into the next day. */
export function isWithin(window: OpeningHours, { weekday, minute }: LocalTime): boolean {
  const { from, to } = spanOf(window);
  if (window.days.includes(weekday) && minute >= from && minute < to) return true;
  return window.days.includes(dayBefore(weekday)) && minute + minutesPerDay < to;
}

/** Whether a window that begins on a day of its own choice holds a minute of this day, or of the night after it. */
export function isWithinDay(
  window: OpeningHours,
  minute: number,
  begins: { readonly today: boolean; readonly dayBefore: boolean },
): boolean {
  const { from, to } = spanOf(window);
  return (begins.today && minute >= from && minute < to) || (begins.dayBefore && minute + minutesPerDay < to);
}

/** Whether two windows share a minute of some weekday. */
export function overlap(one: OpeningHours, other: OpeningHours): boolean {
  return startsWithin(one, other) || startsWithin(other, one);
}

/** Of two windows that overlap, one begins within the other. */
function startsWithin(one: OpeningHours, other: OpeningHours): boolean {
  const minute = minuteOf(one.from);
  return one.days.some((weekday) => isWithin(other, { weekday, minute }));
}

function dayBefore(weekday: Weekday): Weekday {
  return weekdayOf(((weekdays.indexOf(weekday) + 6) % 7) + 1);
}

/** Whether a place with these hours is open; without hours it always is. */
export function isOpen(hours: readonly OpeningHours[], local: LocalTime): boolean {
  return hours.length === 0 || hours.some((window) => isWithin(window, local));
}

export type OpeningQuestion = {
  readonly at: Date;
  readonly timeZone: string;
  readonly places: readonly (readonly OpeningHours[])[];
};

/** The first moment from `at` on when all places are open at once; null when there is none within eight days. */
export function nextOpening({ at, timeZone, places }: OpeningQuestion): Date | null {
  const open = (moment: Date) => {
    const local = toLocalTime(moment, timeZone);
    return places.every((hours) => isOpen(hours, local));
  };
  if (open(at)) return at;
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const openings = new Set(places.flat().map((window) => spanOf(window).from));
  for (let day = 0; day <= daysAheadMax; day += 1) {
    for (const minute of [...openings].toSorted((one, other) => one - other)) {
      const moment = new Date(
        today.add({ days: day }).withPlainTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
          .epochMilliseconds,
      );
      if (moment >= at && open(moment)) return moment;
    }
  }
  return null;
}

function spanOf(window: OpeningHours): { from: number; to: number } {
  const [from, to] = [minuteOf(window.from), minuteOf(window.to)];
  return { from, to: to <= from ? to + minutesPerDay : to };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** ISO numbers weekdays from 1, Monday. */
function weekdayOf(number: number): Weekday {
  return weekdays[number - 1] ?? 'mon';
}
