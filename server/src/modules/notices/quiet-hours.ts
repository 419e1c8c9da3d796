const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/** When the quiet hours around a moment end where the merchant is; null outside of them. They may cross midnight. */
export function untilQuietEnds(
  now: Date,
  hours: { readonly from: number; readonly to: number } | null,
  timeZone: string,
): Date | null {
  if (hours === null) return null;
  const minute = minuteOfDay(now, timeZone);
  const { from, to } = hours;
  const quiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!quiet) return null;
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS);
}

function minuteOfDay(at: Date, timeZone: string): number {
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
    .format(at)
    .split(':')
    .map(Number);
  return hours * 60 + minutes;
}
