import { crockfordAlphabet, crockfordCharacter, crockfordValue } from '../crockford.ts';

/** How many random bytes `makeTicketCode` needs. */
export const ticketCodeRandomBytes = 9;

/** A ticket code as it is kept: ten characters without the dash. */
export const ticketCodePattern = `^[${crockfordAlphabet}]{10}$`;

const LENGTH = 10;
const TEXT_LENGTH_MAX = 64;
/** x⁵ + x² + 1: under it, doubling runs through all 31 non-zero values, so that every place has a weight of its own. */
const FIELD = 0b100101;

/** A new code for people to read out and type: 45 random bits and a check character. */
export function makeTicketCode(random: Uint8Array): string {
  if (random.length !== ticketCodeRandomBytes)
    throw new RangeError(`a ticket code needs ${ticketCodeRandomBytes} random bytes`);
  const body = Array.from(random, crockfordCharacter).join('');
  return body + crockfordCharacter(doubled(weighedSum(body)));
}

/** As it is shown: `7K4PD-9QWX3`. */
export function formatTicketCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/**
 * The ten characters behind what somebody typed, or null when it is no ticket code. Case, dashes and spaces do not
 * matter, O counts as 0, I and L as 1. One wrong character, or any two that changed places, is always found out.
 */
export function parseTicketCode(text: string): string | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const code = text
    .toUpperCase()
    .replaceAll(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = code.length === LENGTH && [...code].every((character) => crockfordValue(character) >= 0);
  return isCode && weighedSum(code) === 0 ? code : null;
}

/** The sum of the characters over the field of 32, the last weighing 1 and each before it twice the next. */
function weighedSum(code: string): number {
  return [...code].reduce((sum, character) => doubled(sum) ^ crockfordValue(character), 0);
}

function doubled(value: number): number {
  return (value << 1) ^ (value & 16 ? FIELD : 0);
}
