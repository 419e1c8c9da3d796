import { currencies, parseDecimal, type Currency, type Rate } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';

const PERCENT = 10_000;
const MILLI = 1_000;

/** As `readMoney`, where null says that there is none; undefined leaves it as it is. */
export function readOptionalAmount(
  value: number | string | null | undefined,
  now: bigint | null,
  field: { readonly path: string; readonly currency: Currency },
): bigint | null {
  if (value === undefined) return now;
  return value === null ? null : readMoney(value, field);
}

export function percentOut(rate: Rate): number {
  return Number(rate) / PERCENT;
}

/** A quantity in thousandths, between two bounds. */
export function readQuantity(
  value: number | string,
  { path, min, max }: { readonly path: string; readonly min: bigint; readonly max: bigint },
): bigint {
  const result = parseDecimal(value, 3);
  if (result.ok && result.units >= min && result.units <= max) return result.units;
  throw invalid({
    path,
    message: `must be a number from ${quantityOut(min)} to ${quantityOut(max)} with at most 3 decimals, was ${String(value).slice(0, 40)}`,
  });
}

export function quantityOut(milli: bigint | number): number {
  return Number(milli) / MILLI;
}

/** Text that is empty after trimming says nothing, as null does; undefined leaves it as it is. */
export function readOptionalText(value: string | null | undefined, now: string | null): string | null {
  return value === undefined ? now : value || null;
}

/** The currency of a merchant, which was checked when it was set. */
export function currencyOf(code: string): Currency {
  if (Object.hasOwn(currencies, code)) return code as Currency;
  throw new Error(`${code} is no currency.`);
}
