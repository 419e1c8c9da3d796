import { isSupportedCountry } from 'libphonenumber-js/max';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { parsePhone } from './phone.ts';

/** A phone number of the request in E.164, read as dialled in the merchant's country; INVALID_PHONE names the field. */
export function readPhone(text: string, field: { readonly path: string; readonly call: Call }): string {
  const { country } = field.call.caller.merchant;
  const parsed = isSupportedCountry(country) ? parsePhone(text, country) : parsePhone(text);
  if (parsed.ok) return parsed.e164;
  throw new Failure(parsed.code, `${field.path} ${parsed.message}.`, { details: { fields: [{ path: field.path, message: parsed.message }] } });
}
