import type { Currency } from '@cottontree/contract';
import { invalid } from '../../kernel/call/failure.ts';

export type Country = { readonly timeZone: string; readonly currency: Currency };

/** Where merchants may be at home: the countries whose money is known (ISO 3166-1, IANA, ISO 4217). */
const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  Object.entries({
    SL: { timeZone: 'Africa/Freetown', currency: 'SLE' },
    CI: { timeZone: 'Africa/Abidjan', currency: 'XOF' },
    GB: { timeZone: 'Europe/London', currency: 'GBP' },
    GH: { timeZone: 'Africa/Accra', currency: 'GHS' },
    GM: { timeZone: 'Africa/Banjul', currency: 'GMD' },
    GN: { timeZone: 'Africa/Conakry', currency: 'GNF' },
    LR: { timeZone: 'Africa/Monrovia', currency: 'LRD' },
    NG: { timeZone: 'Africa/Lagos', currency: 'NGN' },
    SN: { timeZone: 'Africa/Dakar', currency: 'XOF' },
    TN: { timeZone: 'Africa/Tunis', currency: 'TND' },
    US: { timeZone: 'America/New_York', currency: 'USD' },
  } as const),
);

const TEXT_MAX = 120;
const EMAIL_MAX = 254;
const PER_SECOND_MAX = 100_000;

/** The time zone and money of a country; a refusal names those that are known. */
export function readCountry(code: string): Country {
  const country = COUNTRIES.get(code);
  if (country) return country;
  throw invalid({ path: 'country', message: `must be one of ${[...COUNTRIES.keys()].join(', ')}` });
}

export function readName(text: string, path: string): string {
  const name = text.normalize('NFC').trim();
  if (name.length > 0 && name.length <= TEXT_MAX && !/\p{Cc}/u.test(name)) return name;
  throw invalid({ path, message: `must be text of 1 to ${TEXT_MAX} characters` });
}

/** Only that it can be one: whether somebody reads it, a mail tells. */
export function readEmail(text: string): string {
  const email = text.trim();
  if (
    email.length <= EMAIL_MAX &&
    /^[^\s@<>",;:\\()[\]]+@[^\s@<>",;:\\()[\]]+\.[^\s@.<>",;:\\()[\]]+$/.test(email)
  )
    return email;
  throw invalid({ path: 'email', message: 'must be an e-mail address such as owner@shop.example.sl' });
}

export function readTimeZone(text: string): string {
  try {
    if (!/^[A-Za-z]/.test(text)) throw new RangeError('An offset is no time zone.');
    new Intl.DateTimeFormat('en', { timeZone: text }).format(0);
    return text;
  } catch {
    throw invalid({ path: 'time_zone', message: 'must be an IANA time zone such as Africa/Freetown' });
  }
}

export function readPerSecond(value: number, path: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= PER_SECOND_MAX) return value;
  throw invalid({ path, message: `must be a whole number from 1 to ${PER_SECOND_MAX}` });
}
