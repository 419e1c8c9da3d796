import { Temporal } from 'temporal-polyfill';

/** A day so many days later on the calendar. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** When a clock of the zone shows this hour on the day; where a change to summer time skips it, just after. */
export function momentOf(
  day: string,
  { hour, timeZone }: { readonly hour: number; readonly timeZone: string },
): Date {
  const local = Temporal.PlainDate.from(day).toPlainDateTime({ hour });
  return new Date(local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** The day that calendars of the zone show at a moment. */
export function dayOf(at: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
