import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

export type PhoneResult =
  | { readonly ok: true; readonly e164: string }
  | { readonly ok: false; readonly code: 'INVALID_PHONE'; readonly message: string };

const textLengthMax = 40;
const maskedEndDigits = 3;
const maskedStartDigits = 2;

/**
 * Reads a phone number in E.164 or as dialled within `country` (ISO 3166, default SL) and gives its E.164 form;
 * INVALID_PHONE when no such number can exist there.
 */
export function parsePhone(text: string, country: CountryCode = 'SL'): PhoneResult {
  const phone =
    text.length <= textLengthMax
      ? parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
      : undefined;
  if (phone?.isValid() === true && phone.ext === undefined) return { ok: true, e164: phone.number };
  return {
    ok: false,
    code: 'INVALID_PHONE',
    message: `must be a phone number in international form such as +23276123456, or as dialled in ${country}`,
  };
}

/** An E.164 number for readers who need not call: "+232 76 *** 456". */
export function maskPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164);
  const [callingCode, national] =
    phone === undefined
      ? ['', e164.replaceAll(/\D/g, '')]
      : [`+${phone.countryCallingCode} `, String(phone.nationalNumber)];
  if (national.length <= maskedStartDigits + maskedEndDigits) return `${callingCode}***`;
  return `${callingCode}${national.slice(0, maskedStartDigits)} *** ${national.slice(-maskedEndDigits)}`;
}

/** "+232 76 123 456": the country's calling code stays apart, the rest in groups. */
export function tellPhone(e164: string): string {
  const match = /^(\+232)(\d{2})(\d{3})(\d{3})$/.exec(e164);
  return match ? match.slice(1).join(' ') : e164;
}
