import { Temporal } from 'temporal-polyfill';

export type TimeResult =
  | { readonly ok: true; readonly at: Date }
  | { readonly ok: false; readonly message: string };

const textLengthMax = 40;
const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads ISO 8601: with an offset or Z as it says, without one (or a bare date: its midnight) on the clock of `timeZone`
 * (IANA). A clock time that a change to summer time skips counts from before it; one that comes twice is the first.
 */
export function parseTime(text: string, timeZone: string): TimeResult {
  const match = text.length <= textLengthMax ? isoTime.exec(text) : null;
  if (match === null) return notATime();
  const [, date = '', time = '00:00', offset] = match;
  try {
    const local = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' });
    if (offset === undefined)
      return {
        ok: true,
        at: new Date(local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds),
      };
    return {
      ok: true,
      at: new Date(Temporal.Instant.from(`${date}T${time}${offset.toUpperCase()}`).epochMilliseconds),
    };
  } catch (error) {
    if (error instanceof RangeError) return notATime();
    throw error;
  }
}

function notATime(): TimeResult {
  return {
    ok: false,
    message: 'must be an ISO 8601 time such as 2026-01-31T09:30:00Z, or a date such as 2026-01-31',
  };
}
