import { formatDay } from '../format.ts';

/** "21 Nov 2026" of a day on a calendar, whatever the zone. */
export function tellDate(day: string): string {
  return tellDateOf(new Date(`${day}T00:00:00Z`), 'UTC');
}

/** The day of a moment where the merchant is. */
export function tellDateOf(at: Date, timeZone: string): string {
  return `${formatDay(at, timeZone)} ${new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(at)}`;
}
