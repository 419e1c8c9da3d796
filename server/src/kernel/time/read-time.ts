import type { Call } from '../call/call.ts';
import { invalid } from '../call/failure.ts';
import { parseTime } from './parse-time.ts';

/** Beyond these years nothing in this service happens, and the database could not keep it. */
const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('2200-01-01T00:00:00Z');

/** A moment of the request, in the merchant's time zone where it names no offset; a refusal names the field. */
export function readTime(text: string, field: { readonly path: string; readonly call: Call }): Date {
  const parsed = parseTime(text, field.call.caller.merchant.timeZone);
  if (!parsed.ok) throw invalid({ path: field.path, message: parsed.message });
  if (parsed.at < EARLIEST || parsed.at >= LATEST)
    throw invalid({ path: field.path, message: 'must lie between the years 1970 and 2200' });
  return parsed.at;
}

/** The same, and null where the field is left out. */
export function readOptionalTime(
  text: string | undefined,
  field: { readonly path: string; readonly call: Call },
): Date | null {
  return text === undefined ? null : readTime(text, field);
}
