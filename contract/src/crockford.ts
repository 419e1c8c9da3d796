/** Crockford's base 32: no I, L, O or U, so that a number read aloud survives. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** One upper-case character for the low five bits of `value`. */
export function crockfordCharacter(value: number): string {
  return crockfordAlphabet.charAt(value & 31);
}

/** The value 0–31 of one upper-case character, or -1 when it is not in the alphabet. */
export function crockfordValue(character: string): number {
  return character.length === 1 ? crockfordAlphabet.indexOf(character) : -1;
}
