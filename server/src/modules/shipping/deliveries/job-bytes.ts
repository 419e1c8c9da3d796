import { crockfordCharacter, crockfordValue, normaliseJobNumber } from '@cottontree/contract';

const JOB_CHARACTERS = 8;
export const JOB_BYTES = 5;
const ALPHABET_BITS = 5n;

/** A job number as its forty bits. */
export function bytesOfJob(jobNumber: string): Buffer {
  const characters = jobNumber.replaceAll('-', '').slice(-JOB_CHARACTERS);
  const value = [...characters].reduce(
    (sum, character) => (sum << ALPHABET_BITS) | BigInt(crockfordValue(character)),
    0n,
  );
  return Buffer.from(value.toString(16).padStart(JOB_BYTES * 2, '0'), 'hex');
}

/** The job number of forty bits; null where its check character is wrong. */
export function jobOfBytes(bytes: Buffer): string | null {
  const value = BigInt(`0x${bytes.subarray(0, JOB_BYTES).toString('hex')}`);
  const characters = Array.from({ length: JOB_CHARACTERS }, (_, at) =>
    crockfordCharacter(Number((value >> (ALPHABET_BITS * BigInt(JOB_CHARACTERS - 1 - at))) & 31n)),
  ).join('');
  return normaliseJobNumber(
    `SHP-${characters.slice(0, JOB_CHARACTERS / 2)}-${characters.slice(JOB_CHARACTERS / 2)}`,
  );
}
