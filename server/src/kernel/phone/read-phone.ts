import { isSupportedCountry } from 'libphonenumber-js/max';
import type { Call } from '../call/call.ts';
import { Failure } from '../call/failure.ts';
import { parsePhone, type PhoneResult } from './phone.ts';

/** A phone number in E.164, read as dialled in the merchant's country. */
export function parseOwnPhone(text: string, { caller }: Call): PhoneResult {
  const { country } = caller.merchant;
  return isSupportedCountry(country) ? parsePhone(text, country) : parsePhone(text);
}

/** A phone number of the request; INVALID_PHONE names the field. */
export function readPhone(text: string, field: { readonly path: string; readonly call: Call }): string {
  const parsed = parseOwnPhone(text, field.call);
  if (parsed.ok) return parsed.e164;
  throw new Failure(parsed.code, `${field.path} ${parsed.message}.`, {
    details: { fields: [{ path: field.path, message: parsed.message }] },
  });
}
