/** Crockford's base 32: no I, L, O or U, so that a number read aloud survives. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** One upper-case character for the low five bits of `value`. */
export function crockfordCharacter(value: number): string {
  return crockfordAlphabet.charAt(value & 31);
}

/** By the code of a character. */
const values = new Int8Array(128).fill(-1);
for (let value = 0; value < crockfordAlphabet.length; value += 1)
  values[crockfordAlphabet.charCodeAt(value)] = value;

/** The value 0–31 of one upper-case character, or -1 when it is not in the alphabet. */
export function crockfordValue(character: string): number {
  return character.length === 1 ? crockfordValueAt(character, 0) : -1;
}

/** The same of the character at a place of a text; -1 behind its end too. */
export function crockfordValueAt(text: string, at: number): number {
  return values[text.charCodeAt(at)] ?? -1;
}
