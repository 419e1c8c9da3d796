import { isCurrency, parseAmount } from '@cottontree/contract';
import { parseUrl } from '../../../../kernel/web/parse-url.ts';
import type { ProviderContext } from '../provider.ts';

/** An object as JSON spells it; nothing in it is believed before it was read by one of these. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Null for what is not one JSON object: HTML, half an answer, a list. */
export function readObject(text: string): WireObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What stands at a path; undefined where the way ends before. */
export function valueAt(from: unknown, ...path: readonly (string | number)[]): unknown {
  let at: unknown = from;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step];
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** Text that is there and not empty. */
export function textAt(from: unknown, ...path: readonly (string | number)[]): string | null {
  const value = valueAt(from, ...path);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The objects of a list; none where there is no list. */
export function objectsAt(from: unknown, ...path: readonly (string | number)[]): readonly WireObject[] {
  const value = valueAt(from, ...path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A whole number, as JSON number or digits; null for any other, and for what JSON cannot say exactly. */
export function minorAt(from: unknown, ...path: readonly (string | number)[]): bigint | null {
  const value = valueAt(from, ...path);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : null;
}

/** An amount in major units, as JSON number or decimal text, in minor units; null where it is none in this currency. */
export function majorAt(
  from: unknown,
  currency: string | null,
  ...path: readonly (string | number)[]
): bigint | null {
  const value = valueAt(from, ...path);
  if (!isCurrency(currency) || (typeof value !== 'number' && typeof value !== 'string')) return null;
  const amount = parseAmount(value, currency);
  return amount.ok ? amount.minor : null;
}

/** A moment of seconds since 1970 or of ISO 8601. */
export function timeAt(from: unknown, ...path: readonly (string | number)[]): Date | null {
  const value = valueAt(from, ...path);
  const ms =
    typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms) : null;
}

function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A code that a phone dials, `*715*1234#`; null for anything else, which is never put into a link. */
export function ussdCode(text: string | null): string | null {
  return text !== null && /^[*#][\d*#]{1,60}#$/.test(text) ? text : null;
}

/** The link that dials it: `#` would end the number. */
export function ussdLink(code: string): string {
  return `tel:${code.replaceAll('#', '%23')}`;
}

/** The URL, where a payer may be sent there: https, or in test mode this very machine. Else null. */
export function payerUrl(
  text: string | null,
  { livemode }: Pick<ProviderContext, 'livemode'>,
): string | null {
  if (text === null || text.length > URL_LENGTH_MAX || parseUrl(text) === null) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  const isOurs = !livemode && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  return url.protocol === 'https:' || isOurs ? url.href : null;
}

const URL_LENGTH_MAX = 2_048;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
