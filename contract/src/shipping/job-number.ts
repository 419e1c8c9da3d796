import { crockfordCharacter, crockfordValueAt } from '../crockford.ts';

/** How many random bytes `makeJobNumber` needs. */
export const jobNumberRandomBytes = 7;

/** Distinct primes below the modulus: a changed character or swapped neighbours change the sum. */
const checkWeights = [2, 3, 5, 7, 11, 13, 17] as const;
const checkModulus = 31;
const jobNumberText = /^\s*shp-([0-9a-z]{4})-([0-9a-z]{4})\s*$/i;
const lookalikes = /[OIL]/;
const textLengthMax = 64;

/** A new job number `SHP-XXXX-XXXX`: seven random Crockford characters and one check character. */
export function makeJobNumber(random: Uint8Array): string {
  if (random.length !== jobNumberRandomBytes)
    throw new RangeError(`a job number needs ${jobNumberRandomBytes} random bytes`);
  const body = Array.from(random, crockfordCharacter).join('');
  return written(body + checkCharacter(body));
}

/**
 * The one spelling of a job number as people type it (lower case, O for 0, I or L for 1, spaces around),
 * or null when it cannot be one.
 */
export function normaliseJobNumber(text: string): string | null {
  const match = text.length <= textLengthMax ? jobNumberText.exec(text) : null;
  if (match === null) return null;
  const typed = `${match[1]}${match[2]}`.toUpperCase();
  const characters = lookalikes.test(typed) ? typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : typed;
  const body = characters.slice(0, -1);
  return checkCharacter(body) === characters.slice(-1) ? written(characters) : null;
}

function written(characters: string): string {
  return `SHP-${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/** Null when a character is outside the alphabet. */
function checkCharacter(body: string): string | null {
  let sum = 0;
  for (let position = 0; position < checkWeights.length; position += 1) {
    const value = crockfordValueAt(body, position);
    if (value < 0) return null;
    sum += (checkWeights[position] ?? 0) * value;
  }
  return crockfordCharacter(sum % checkModulus);
}
