import { crockfordCharacter, crockfordValue, normaliseJobNumber } from '@cottontree/contract';

const JOB_CHARACTERS = 8;
export const JOB_BYTES = 5;
const ALPHABET_BITS = 5;
const HALF = 2 ** 20;

/** A job number as its forty bits. */
export function bytesOfJob(jobNumber: string): Buffer {
  const characters = jobNumber.replaceAll('-', '').slice(-JOB_CHARACTERS);
  // Two halves of twenty bits each: plain numbers are many times as fast as one of BigInt.
  const high = bitsOf(characters, 0);
  const low = bitsOf(characters, JOB_CHARACTERS / 2);
  const bytes = Buffer.allocUnsafe(JOB_BYTES);
  bytes.writeUIntBE(high * HALF + low, 0, JOB_BYTES);
  return bytes;
}

function bitsOf(characters: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + JOB_CHARACTERS / 2; at += 1)
    bits = (bits << ALPHABET_BITS) | (crockfordValue(characters[at] ?? '') & 31);
  return bits;
}

/** The job number of forty bits; null where its check character is wrong. */
export function jobOfBytes(bytes: Buffer): string | null {
  const value = bytes.readUIntBE(0, JOB_BYTES);
  const characters = charactersOf(Math.floor(value / HALF)) + charactersOf(value % HALF);
  return normaliseJobNumber(
    `SHP-${characters.slice(0, JOB_CHARACTERS / 2)}-${characters.slice(JOB_CHARACTERS / 2)}`,
  );
}

function charactersOf(bits: number): string {
  let characters = '';
  for (let shift = ALPHABET_BITS * (JOB_CHARACTERS / 2 - 1); shift >= 0; shift -= ALPHABET_BITS)
    characters += crockfordCharacter((bits >> shift) & 31);
  return characters;
}
