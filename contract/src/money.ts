import { divideHalfUp, parseDecimal } from './decimal.ts';

/** The currencies amounts may be in: decimals by ISO 4217, and the sign people read. */
export const currencies = Object.freeze({
  SLE: { decimals: 2, sign: 'NLe' },
  EUR: { decimals: 2, sign: '€' },
  GBP: { decimals: 2, sign: '£' },
  GHS: { decimals: 2, sign: 'GH₵' },
  GMD: { decimals: 2, sign: 'D' },
  GNF: { decimals: 0, sign: 'FG' },
  LRD: { decimals: 2, sign: 'L$' },
  NGN: { decimals: 2, sign: '₦' },
  TND: { decimals: 3, sign: 'DT' },
  USD: { decimals: 2, sign: 'US$' },
  XOF: { decimals: 0, sign: 'CFA' },
} as const);

export type Currency = keyof typeof currencies;

/** Where nothing tells which currency is meant. */
export const currencyDefault: Currency = 'SLE';

export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && Object.hasOwn(currencies, code);
}

export type AmountProblem = {
  readonly ok: false;
  readonly code: 'AMOUNT_PRECISION' | 'VALIDATION_ERROR';
  /** Continues a sentence that begins with the field's name: "must …". */
  readonly message: string;
};
export type AmountResult = { readonly ok: true; readonly minor: bigint } | AmountProblem;

/**
 * Reads an amount in major units (JSON number or text such as "150.50") as minor units, 0 to 9,999,999,999,999.99.
 * More decimals than the currency has: AMOUNT_PRECISION; anything else wrong: VALIDATION_ERROR.
 */
export function parseAmount(value: number | string, currency: Currency): AmountResult {
  const result = parseSignedAmount(value, currency);
  if (result.ok && result.minor < 0n) return invalid(`must not be negative, was ${shown(value)}`);
  return result;
}

/** As `parseAmount`, for the few amounts that may be below zero (corrections, cash differences). */
export function parseSignedAmount(value: number | string, currency: Currency): AmountResult {
  const { decimals } = currencies[currency];
  const result = parseDecimal(value, decimals);
  if (result.ok && magnitude(result.units) <= amountMax(currency)) return { ok: true, minor: result.units };
  if (result.ok || result.problem === 'too_large') {
    return invalid(
      `must be at most ${decimalText(amountMax(currency), currency)} ${currency}, was ${shown(value)}`,
    );
  }
  if (result.problem === 'not_a_number')
    return invalid(`must be a decimal number such as 150.5, was ${shown(value)}`);
  return {
    ok: false,
    code: 'AMOUNT_PRECISION',
    message: `must have at most ${decimals} decimals (${currency}), was ${shown(value)}`,
  };
}

/**
 * The largest amount in minor units: 9,999,999,999,999.99 for two decimals. With three decimals one digit fewer,
 * because beyond 15 digits neighbouring amounts would share one JSON number.
 */
export function amountMax(currency: Currency): bigint {
  const { decimals } = currencies[currency];
  return decimals >= 2 ? 999_999_999_999_999n : 999_999_999_999_999n / 10n ** BigInt(2 - decimals);
}

/** Minor units as the JSON number in major units; its shortest text has exactly the amount's decimals. */
export function toMajor(minor: bigint, currency: Currency): number {
  // Both operands are exact doubles up to the cap, and IEEE 754 division rounds to the nearest one.
  return Number(minor) / 10 ** currencies[currency].decimals;
}

/** Beyond 15 digits neighbouring amounts share one JSON number. */
const exactMax = 999_999_999_999_999n;

/** Those of some sums that a JSON number cannot tell to the last digit, as exact text by their names; null where numbers tell all of them. */
export function exactTexts(
  sums: Readonly<Record<string, bigint | null>>,
  currency: Currency,
): Readonly<Record<string, string>> | null {
  const large = Object.entries(sums).flatMap(([name, sum]) =>
    sum === null || magnitude(sum) <= exactMax ? [] : [[name, decimalText(sum, currency)] as const],
  );
  return large.length === 0 ? null : Object.fromEntries(large);
}

/** An amount in major units as text with exactly the currency's decimals, "150.50"; one with more keeps them all. */
export function majorText(major: number, currency: Currency): string {
  const text = major.toFixed(currencies[currency].decimals);
  return Number(text) === major ? text : String(major);
}

/** An amount for people: "NLe 1,150.50"; negative ones as "-NLe 5.00". */
export function formatMoney(minor: bigint, currency: Currency): string {
  const [whole = '', fraction] = decimalText(magnitude(minor), currency).split('.');
  const grouped = BigInt(whole).toLocaleString('en-US');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return `${minor < 0n ? '-' : ''}${currencies[currency].sign} ${text}`;
}

/** An amount as exact plain text for files and machines: "1150.50". */
export function decimalText(minor: bigint, currency: Currency): string {
  const { decimals } = currencies[currency];
  const digits = magnitude(minor)
    .toString()
    .padStart(decimals + 1, '0');
  const sign = minor < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Rounds up (towards more) to a whole multiple of `step` minor units; `step` is positive. */
export function roundUpToStep(minor: bigint, step: bigint): bigint {
  const rest = minor % step;
  if (rest === 0n) return minor;
  return rest > 0n ? minor - rest + step : minor - rest;
}

/** A percentage in ten-thousandths of a percent: 1.5 % is 15_000n. */
export type Rate = bigint;
export type RateResult = { readonly ok: true; readonly rate: Rate } | AmountProblem;

const rateDecimals = 4;
const rateMax = 1_000n * 10n ** BigInt(rateDecimals);

/** Reads a percentage from 0 to 1000 with up to 4 decimals; VALIDATION_ERROR otherwise. */
export function parseRate(value: number | string): RateResult {
  const result = parseDecimal(value, rateDecimals);
  if (result.ok && result.units >= 0n && result.units <= rateMax) return { ok: true, rate: result.units };
  return invalid(
    `must be a percentage from 0 to 1000 with at most ${rateDecimals} decimals, was ${shown(value)}`,
  );
}

/** `rate` of an amount, rounded to the minor unit; halves go away from zero, so a refund mirrors its charge. */
export function percentOf(minor: bigint, rate: Rate): bigint {
  return divideHalfUp(minor * rate, 100n * 10n ** BigInt(rateDecimals));
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function invalid(message: string): AmountProblem {
  return { ok: false, code: 'VALIDATION_ERROR', message };
}

function shown(value: number | string): string {
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
