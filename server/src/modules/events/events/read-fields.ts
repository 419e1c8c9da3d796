import { currencies, isCurrency, parseAmount, type Currency } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readTime } from '../../../kernel/time/read-time.ts';

const PRICE_MAX_MAJOR = 10_000_000n;

/** A price of a ticket in minor units; AMOUNT_PRECISION where it has more decimals than the currency. */
export function readPrice(
  value: number | string,
  { path, currency }: { readonly path: string; readonly currency: Currency },
): bigint {
  const result = parseAmount(value, currency);
  if (!result.ok)
    throw new Failure(result.code, `${path} ${result.message}.`, {
      details: { fields: [{ path, message: result.message }] },
    });
  if (result.minor <= PRICE_MAX_MAJOR * 10n ** BigInt(currencies[currency].decimals)) return result.minor;
  throw invalid({ path, message: 'must be at most 10,000,000' });
}

/** A moment that may be cleared: undefined leaves it as it is. */
export function readMoment(
  value: string | null | undefined,
  field: { readonly path: string; readonly call: Call; readonly now: Date | null },
): Date | null {
  if (value === undefined) return field.now;
  return value === null ? null : readTime(value, field);
}

export function readZoneName(value: string | undefined, now: string): string {
  if (value === undefined) return now;
  try {
    // Intl takes offsets as well, which know no summer time.
    if (!/^[A-Za-z]/.test(value)) throw new RangeError('An offset is no time zone.');
    new Intl.DateTimeFormat('en', { timeZone: value }).format(0);
    return value;
  } catch {
    throw invalid({ path: 'timezone', message: 'must be an IANA time zone such as Africa/Freetown' });
  }
}

export function readCurrency(value: string | undefined, now: Currency): Currency {
  if (value === undefined) return now;
  const code = value.toUpperCase();
  if (isCurrency(code)) return code;
  throw invalid({ path: 'currency', message: `must be one of ${Object.keys(currencies).join(', ')}` });
}

/** Text that is empty after trimming says nothing, as null does. */
export function readText(value: string | null | undefined, now: string | null): string | null {
  return value === undefined ? now : value || null;
}

/** Refuses a span that ends before it has begun. */
export function refuseBackwards(
  from: Date | null,
  to: Date | null,
  names: { readonly from: string; readonly to: string },
): void {
  if (from !== null && to !== null && to <= from)
    throw invalid({ path: names.to, message: `must be later than ${names.from}` });
}
