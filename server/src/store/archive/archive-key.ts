import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from './archive-options.ts';
import { archiveKey, type ArchiveKey } from './seal-object.ts';

const KEY_BYTES = 32;

export function archiveKeyFile(dataDir: string): string {
  return join(dataDir, 'backup.key');
}

/** The key that was given, else that of the data directory; null where there is none yet. */
export async function readArchiveKey(dataDir: string, given: string | null): Promise<ArchiveKey | null> {
  if (given !== null) return archiveKey(Buffer.from(given, 'base64'));
  const path = archiveKeyFile(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new ArchiveError(`${path} cannot be read (${error.code}): run Cottontree as the user who made it.`);
  });
  if (text === null) return null;
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new ArchiveError(
      `${path} does not hold 32 bytes in base64: put the right file back; without it, no backup made under it can be opened.`,
    );
  return archiveKey(bytes);
}

/** Makes a key in the data directory, for its owner only and lasting. */
export async function makeArchiveKey(dataDir: string): Promise<ArchiveKey> {
  const path = archiveKeyFile(dataDir);
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // Of two that make one at once, the first stays.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
  const made = await readArchiveKey(dataDir, null);
  if (made === null) throw new ArchiveError(`${path} went away while it was made.`);
  return made;
}
