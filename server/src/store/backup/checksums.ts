import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { BackupError } from './manifest.ts';

/** The last file of a backup: what SHA-256 each before it has, in their order, and all bytes of the tar before it together. */
export const CHECKSUMS_FILE = 'checksums.json';

export type Checksums = { readonly files: readonly FileSum[]; readonly all: string };
export type FileSum = { readonly name: string; readonly sha256: string };

const BLOCK_BYTES = 512;
/** A tar ends with two blocks of nothing. */
const END_BYTES = 2 * BLOCK_BYTES;

/** Its header, its content and what fills the last block. */
export function tarBytesOf(size: number): number {
  return BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
}

export function sumOf(name: string, content: Buffer): FileSum {
  return { name, sha256: createHash('sha256').update(content).digest('hex') };
}

/** What a tar is written through; tells the sum of so many bytes once they have gone by. */
export function sumOnTheWay(): {
  readonly through: Transform;
  readonly after: (bytes: number) => Promise<string>;
} {
  const hash = createHash('sha256');
  let seen = 0;
  let reach: { readonly bytes: number; readonly tell: () => void } | null = null;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      seen += chunk.length;
      if (reach && seen >= reach.bytes) reach.tell();
      done(null, chunk);
    },
  });
  return {
    through,
    after: (bytes) =>
      new Promise((resolve, reject) => {
        through.once('close', () => reject(new Error('The backup ended before it was whole.')));
        reach = { bytes, tell: () => resolve(hash.copy().digest('hex')) };
        if (seen >= bytes) reach.tell();
      }),
  };
}

/** Refuses a file whose parts are not those that its checksums name, in their order. */
export function refuseOtherParts(file: string, found: readonly FileSum[], { files }: Checksums): void {
  const damaged =
    files.find((told, place) => found[place]?.name !== told.name || found[place]?.sha256 !== told.sha256) ??
    found[files.length];
  if (damaged)
    throw new BackupError(
      `${file} was changed or damaged: ${damaged.name} is not as it was written. Nothing was restored; take another copy of the backup.`,
    );
}

/** Refuses a file of which any other byte is not as it was written: headers, what fills blocks, and the end. */
export async function refuseOtherBytes(
  file: string,
  {
    checksums,
    before,
    size,
  }: {
    readonly checksums: Checksums;
    /** How many bytes stand before the checksums' own entry. */ readonly before: number;
    /** Of the checksums. */ readonly size: number;
  },
): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: before - 1, highWaterMark: 1_048_576 }))
    hash.update(chunk as Buffer);
  let [rest, isBlank] = [0, true];
  for await (const chunk of createReadStream(file, { start: before + BLOCK_BYTES + size })) {
    rest += (chunk as Buffer).length;
    isBlank &&= (chunk as Buffer).every((byte) => byte === 0);
  }
  if (hash.digest('hex') !== checksums.all)
    throw new BackupError(
      `${file} was changed or damaged between its parts. Nothing was restored; take another copy of the backup.`,
    );
  if (rest !== tarBytesOf(size) - BLOCK_BYTES - size + END_BYTES || !isBlank)
    throw new BackupError(
      `${file} was cut short or goes on after its end. Nothing was restored; take another copy of the backup.`,
    );
}

export function readChecksums(file: string, text: string): Checksums {
  const isSum = (sum: unknown): boolean => typeof sum === 'string' && /^[0-9a-f]{64}$/.test(sum);
  try {
    const told = JSON.parse(text) as Checksums;
    if (isSum(told.all) && told.files.every(({ name, sha256 }) => typeof name === 'string' && isSum(sha256)))
      return told;
  } catch {
    // Said below.
  }
  throw new BackupError(
    `${file} was changed or damaged: its checksums cannot be read. Nothing was restored; take another copy of the backup.`,
  );
}
