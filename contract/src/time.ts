/** A time as every answer writes it: `YYYY-MM-DDTHH:mm:ss.SSSZ`. */
export function formatTime(date: Date): string {
  return date.toISOString();
}

/** As `formatTime`, where there may be no time to tell. */
export function formatOptionalTime(date: Date | null): string | null {
  return date === null ? null : formatTime(date);
}
