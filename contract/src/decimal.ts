export type DecimalResult =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly problem: 'not_a_number' | 'too_precise' | 'too_large' };

/** Longest text that is looked at; no amount, rate or quantity needs more. */
const textLengthMax = 64;
/** Most digits a result may have: every integer of 15 digits has its own double. */
const digitsMax = 15;
const decimalText = /^(-?)(\d+)(?:\.(\d+))?$/;
/** As JavaScript writes a number; nobody writes an amount this way. */
const numberText = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/;

/**
 * Reads a decimal number or its text as an exact integer of `10^-decimals` units; never rounds.
 * Numbers are read through their shortest decimal text, so 0.1 is one tenth. At most 15 digits.
 */
export function parseDecimal(value: number | string, decimals: number): DecimalResult {
  const text = typeof value === 'number' ? String(value) : value;
  const match =
    text.length <= textLengthMax ? (typeof value === 'number' ? numberText : decimalText).exec(text) : null;
  if (match === null) return { ok: false, problem: 'not_a_number' };
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutLastZeros(digits);
  if (significant === '') return { ok: true, units: 0n };
  const scale = fraction.length - Number(exponent) - (digits.length - significant.length);
  if (scale > decimals) return { ok: false, problem: 'too_precise' };
  if (significant.length + decimals - scale > digitsMax) return { ok: false, problem: 'too_large' };
  const units = BigInt(significant) * 10n ** BigInt(decimals - scale);
  return { ok: true, units: sign === '-' ? -units : units };
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Divides and rounds to the nearest integer; halves go away from zero. `divisor` is positive. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n + (divisor % 2n);
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = magnitude / divisor + (magnitude % divisor >= half ? 1n : 0n);
  return dividend < 0n ? -quotient : quotient;
}
