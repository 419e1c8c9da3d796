import { parseAmount, parseDecimal, parseRate, type Currency, type Rate } from '@cottontree/contract';

export type RateCardProblem = { readonly path: string; readonly message: string };

/** The fields of one object of a card, each read by a rule that reports what is wrong under its path. */
export type Fields = {
  readonly value: (field: string) => unknown;
  readonly report: (field: string, message: string) => void;
  readonly currency: Currency;
};

const kilometresMax = 5_000;
const minutesMax = 7 * 24 * 60;

type Place = { readonly path: string; readonly currency: Currency; readonly problems: RateCardProblem[] };

export function fieldsOf(
  source: Readonly<Record<string, unknown>>,
  { path, currency, problems }: Place,
): Fields {
  return {
    currency,
    value: (field) => (Object.hasOwn(source, field) ? source[field] : undefined),
    report: (field, message) => problems.push({ path: path + field, message }),
  };
}

export function readAmount(fields: Fields, field: string): bigint {
  const value = fields.value(field);
  const amount =
    typeof value === 'number' || typeof value === 'string' ? parseAmount(value, fields.currency) : null;
  if (amount?.ok === true) return amount.minor;
  fields.report(field, amount?.message ?? 'must be an amount in major units');
  return 0n;
}

export function readOptionalAmount(fields: Fields, field: string): bigint | null {
  return (fields.value(field) ?? null) === null ? null : readAmount(fields, field);
}

export function readPercent(fields: Fields, field: string): Rate {
  const value = fields.value(field);
  const result = typeof value === 'number' || typeof value === 'string' ? parseRate(value) : null;
  if (result?.ok === true) return result.rate;
  fields.report(field, result?.message ?? 'must be a percentage');
  return 0n;
}

/** What a number may be. */
export type NumberRule = { readonly least: number; readonly most: number; readonly decimals: number };

export function readNumber(fields: Fields, field: string, { least, most, decimals }: NumberRule): number {
  const value = fields.value(field);
  if (typeof value === 'number' && value >= least && value <= most && parseDecimal(value, decimals).ok)
    return value;
  fields.report(field, `must be a number from ${least} to ${most} with at most ${decimals} decimals`);
  return least;
}

export function readTenths(fields: Fields, field: string): number {
  return Math.round(readNumber(fields, field, { least: 0, most: kilometresMax, decimals: 1 }) * 10);
}

export function readMinutes(fields: Fields, field: string): number {
  return readNumber(fields, field, { least: 0, most: minutesMax, decimals: 0 });
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isOptionalList(value: unknown, most: number): boolean {
  return value === undefined || (Array.isArray(value) && value.length <= most);
}
