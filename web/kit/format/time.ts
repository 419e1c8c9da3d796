import { dateInKrio } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { texts } from '../text/texts.ts';

/** The shop's own time zone: every time on a page is told in it. */
export const timeZone = signal('Africa/Freetown');

const words = texts(
  {
    min: (n: number) => `${n} min`,
    hours: (h: number, m: number) => (m === 0 ? `${h} h` : `${h} h ${m} min`),
    days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
    now: 'now',
    ago: (span: string) => `${span} ago`,
    in: (span: string) => `in ${span}`,
    date: (english: string) => english,
  },
  {
    min: (n) => `${n} minit`,
    hours: (h, m) => (m === 0 ? `${h} awa` : `${h} awa ${m} minit`),
    days: (n) => `${n} de`,
    now: 'naw',
    ago: (span) => `${span} dɔn pas`,
    in: (span) => `insay ${span}`,
    date: dateInKrio,
  },
);

type When = string | number | Date;

/** A day without a time: it is the same one in every zone. */
const DAY = /^\d{4}-\d\d-\d\d$/;

function zoneOf(when: When): string {
  return typeof when === 'string' && DAY.test(when) ? 'UTC' : timeZone.value;
}

function part(when: When, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zoneOf(when), ...options }).format(new Date(when));
}

/** `14:05`. */
export function timeText(when: When): string {
  return part(when, { hour: '2-digit', minute: '2-digit' });
}

/** `21 Nov 2026`. */
export function dateText(when: When): string {
  return part(when, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `21 Nov`. */
export function dayText(when: When): string {
  return part(when, { day: 'numeric', month: 'short' });
}

/** `21 Nov 2026, 14:05`. */
export function momentText(when: When): string {
  return `${dateText(when)}, ${timeText(when)}`;
}

/** What tells enough: the time today, the day and time this year, else all of it. */
export function nearText(when: When, now: When = Date.now()): string {
  if (dayOf(when) === dayOf(now)) return timeText(when);
  return dayOf(when).slice(0, 4) === dayOf(now).slice(0, 4)
    ? `${dayText(when)}, ${timeText(when)}`
    : momentText(when);
}

/** The day in the shop's zone, `2026-11-21`. */
export function dayOf(when: When): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zoneOf(when) }).format(new Date(when));
}

/** `Saturday 21 November`. */
export function longDayText(when: When): string {
  return words.date(part(when, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', ''));
}

/** `Saturday` of a day or a moment. */
export function weekdayText(when: When): string {
  return words.date(part(when, { weekday: 'long' }));
}

/** `Saturday 21 November 2026`, in a zone of its own. */
export function longDateText(when: When, zone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const;
  return words.date(new Intl.DateTimeFormat('en-GB', form).format(new Date(when)).replace(',', ''));
}

/** `42 min`, `3 h 5 min`, `2 days`. */
export function spanText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 60) return words.min(minutes);
  if (minutes < 48 * 60) return words.hours(Math.floor(minutes / 60), minutes % 60);
  return words.days(Math.round(minutes / 1440));
}

/** `12 min ago`, `in 3 days`, `now`. */
export function distanceText(when: When, now: When = Date.now()): string {
  const ms = new Date(when).getTime() - new Date(now).getTime();
  if (Math.abs(ms) < 30_000) return words.now;
  return ms < 0 ? words.ago(spanText(-ms)) : words.in(spanText(ms));
}
