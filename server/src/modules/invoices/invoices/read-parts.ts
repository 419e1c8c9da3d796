import type { Currency, InvoiceDiscountIn, LateFeeIn } from '@cottontree/contract';
import { Temporal } from 'temporal-polyfill';
import { invalid } from '../../../kernel/call/failure.ts';
import { readMoney, readShare, readSomeMoney } from '../../../kernel/money/read-figures.ts';
import type { KeptInvoiceDiscount, KeptLateFee } from './kept-parts.ts';

type MoneyField = { readonly path: string; readonly currency: Currency };

export function readDiscount(
  { type, value, reason }: InvoiceDiscountIn,
  { path, currency }: MoneyField,
): KeptInvoiceDiscount {
  const read =
    type === 'percent'
      ? readShare(value, { path: `${path}.value` })
      : readMoney(value, { path: `${path}.value`, currency });
  return { type, value: Number(read), reason: reason ?? null };
}

export function readLateFee(
  { type, value, after_days, repeat_days, max }: LateFeeIn,
  { path, currency }: MoneyField,
): KeptLateFee {
  const read =
    type === 'percent'
      ? readShare(value, { path: `${path}.value` })
      : readSomeMoney(value, { path: `${path}.value`, currency });
  return {
    type,
    value: Number(read),
    after_days,
    repeat_days: repeat_days ?? null,
    max:
      max === undefined || max === null
        ? null
        : Number(readSomeMoney(max, { path: `${path}.max`, currency })),
  };
}

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 2199;

/** A day of the calendar; a refusal names the field. */
export function readDay(text: string, { path }: { readonly path: string }): string {
  const year = Number(text.slice(0, 4));
  try {
    if (year >= EARLIEST_YEAR && year <= LATEST_YEAR)
      return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    // Said below, as for the years.
  }
  throw invalid({
    path,
    message: `must be a day of the calendar from ${EARLIEST_YEAR} to ${LATEST_YEAR}, such as 2026-12-31`,
  });
}
