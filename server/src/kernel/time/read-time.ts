import type { Call } from '../call/call.ts';
import { invalid } from '../call/failure.ts';
import { parseTime } from './parse-time.ts';

/** Beyond these years nothing in this service happens, and the database could not keep it. */
export const EARLIEST = new Date('1970-01-01T00:00:00Z');
export const LATEST = new Date('2200-01-01T00:00:00Z');

/** A moment of the request, in the merchant's time zone where it names no offset; a refusal names the field. */
export function readTime(text: string, field: { readonly path: string; readonly call: Call }): Date {
  return readTimeIn(text, { path: field.path, timeZone: field.call.caller.merchant.timeZone });
}

/** The same in a time zone of no merchant. */
export function readTimeIn(
  text: string,
  { path, timeZone }: { readonly path: string; readonly timeZone: string },
): Date {
  const parsed = parseTime(text, timeZone);
  if (!parsed.ok) throw invalid({ path, message: parsed.message });
  if (parsed.at < EARLIEST || parsed.at >= LATEST)
    throw invalid({ path, message: 'must lie between the years 1970 and 2200' });
  return parsed.at;
}

/** As far as a clock that is nevertheless set may be off. */
const AHEAD_MS_MAX = 86_400_000;

/** When something happened: now where that is left out, and no more than a wrong clock's day after. */
export function readHappened(
  text: string | undefined,
  field: { readonly path: string; readonly call: Call },
): Date {
  const { now } = field.call;
  if (text === undefined) return now;
  const at = readTime(text, field);
  if (at.getTime() > now.getTime() + AHEAD_MS_MAX)
    throw invalid({
      path: field.path,
      message: `must not lie more than 24 hours ahead; it is ${now.toISOString()} now`,
    });
  return at;
}

/** A moment of the request, and null where the field is left out. */
export function readOptionalTime(
  text: string | undefined,
  field: { readonly path: string; readonly call: Call },
): Date | null {
  return text === undefined ? null : readTime(text, field);
}
