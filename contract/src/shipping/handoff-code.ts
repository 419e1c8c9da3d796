/** A uniform integer in [0, below), from a secure generator. */
export type RandomInt = (below: number) => number;

export type HandoffCodes = { readonly pickupCode: string; readonly deliveryCode: string };

const codeDigits = 6;
const codeCount = 10 ** codeDigits;
const codeText = /^\d{6}$/;
/** One code in a thousand is refused; 32 refusals in a row mean a broken generator, not chance. */
const drawsMax = 32;

/**
 * Two different 6-digit codes: the merchant holds the pickup code, the recipient the delivery code. Neither is
 * easily guessed nor the end of one of `phones` (E.164 or local, any spelling).
 */
export function makeHandoffCodes(randomInt: RandomInt, phones: readonly string[]): HandoffCodes {
  const pickupCode = makeHandoffCode(randomInt, phones, null);
  return { pickupCode, deliveryCode: makeHandoffCode(randomInt, phones, pickupCode) };
}

/** One 6-digit code for a job whose other code (or former code) is `differentFrom`. */
export function makeHandoffCode(
  randomInt: RandomInt,
  phones: readonly string[],
  differentFrom: string | null,
): string {
  const phoneEnds = new Set(phones.map((phone) => phone.replaceAll(/\D/g, '').slice(-codeDigits)));
  const usable = (code: string) => !isTrivialCode(code) && code !== differentFrom && !phoneEnds.has(code);
  let drawn = 0;
  for (let draw = 0; draw < drawsMax; draw += 1) {
    drawn = randomInt(codeCount);
    if (usable(written(drawn))) return written(drawn);
  }
  while (!usable(written(drawn))) drawn = (drawn + 1) % codeCount;
  return written(drawn);
}

/**
 * Whether someone would try this code first: all digits a constant step apart (000000, 123456, 654321, 890123),
 * a repeated pair or triple (121212, 123123), or doubled steps (112233).
 */
export function isTrivialCode(code: string): boolean {
  const digits = Array.from(code, Number);
  const pairs = digits.filter((_, at) => at % 2 === 0);
  return (
    hasConstantStep(digits) ||
    code === code.slice(0, 2).repeat(3) ||
    code === code.slice(0, 3).repeat(2) ||
    (code === pairs.map((digit) => `${digit}${digit}`).join('') && hasConstantStep(pairs))
  );
}

/** A code as callers send it (6 digits as text, or a number whose leading zeros were lost), or null. */
export function normaliseCode(value: unknown): string | null {
  if (typeof value === 'string') return codeText.test(value) ? value : null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= codeCount) return null;
  return written(value);
}

function written(code: number): string {
  return code.toString().padStart(codeDigits, '0');
}

function hasConstantStep(digits: readonly number[]): boolean {
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  return steps.every((step) => step === steps[0]);
}
