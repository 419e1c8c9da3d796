import type { Call } from './call.ts';
import { invalid } from './failure.ts';
import { parseTime } from './parse-time.ts';

/** A moment of the request, in the merchant's time zone where it names no offset; a refusal names the field. */
export function readTime(text: string, field: { readonly path: string; readonly call: Call }): Date {
  const parsed = parseTime(text, field.call.caller.merchant.timeZone);
  if (!parsed.ok) throw invalid({ path: field.path, message: parsed.message });
  return parsed.at;
}
