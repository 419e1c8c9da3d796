import { crockfordCharacter, crockfordValueAt, normaliseJobNumber } from '@cottontree/contract';

const JOB_CHARACTERS = 8;
export const JOB_BYTES = 5;
const ALPHABET_BITS = 5;
const HALF = 2 ** 20;

/** Where the two groups of four characters begin in `SHP-XXXX-XXXX`. */
const [HIGH_AT, LOW_AT] = [4, 9];

/** A job number as its forty bits. */
export function bytesOfJob(jobNumber: string): Buffer {
  const bytes = Buffer.allocUnsafe(JOB_BYTES);
  writeJob(bytes, jobNumber);
  return bytes;
}

/** Writes the forty bits of a job number at the beginning of some bytes. */
export function writeJob(bytes: Buffer, jobNumber: string): void {
  // Two halves of twenty bits each: plain numbers are many times as fast as one of BigInt.
  bytes.writeUIntBE(bitsOf(jobNumber, HIGH_AT) * HALF + bitsOf(jobNumber, LOW_AT), 0, JOB_BYTES);
}

function bitsOf(jobNumber: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + JOB_CHARACTERS / 2; at += 1)
    bits = (bits << ALPHABET_BITS) | (crockfordValueAt(jobNumber, at) & 31);
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
