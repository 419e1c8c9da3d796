import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract, type Entry } from 'tar-stream';
import {
  CHECKSUMS_FILE,
  readChecksums,
  refuseOtherBytes,
  refuseOtherParts,
  tarBytesOf,
  type Checksums,
  type FileSum,
} from './checksums.ts';
import {
  BackupError,
  FORMAT_WITHOUT_CHECKSUMS,
  MANIFEST_FILE,
  readManifest,
  tableOfPart,
  type Manifest,
} from './manifest.ts';

/** A stretch of one table's rows as COPY text. */
export type Part = { readonly table: string; readonly text: AsyncIterable<Buffer> };

const MANIFEST_BYTES_MAX = 1_048_576;

/** What a backup file says of itself, once every byte of it was found as it was written; of an older release's, which has no checksums, only that it is a backup. */
export async function readBackupManifest(file: string): Promise<Manifest> {
  const manifest = await readFirst(file);
  if (manifest.format !== FORMAT_WITHOUT_CHECKSUMS) await refuseDamaged(file);
  return manifest;
}

/** As of when a file is a backup, by its manifest alone; null where it is none, of this release or one before. */
export async function backupMadeAt(file: string): Promise<Date | null> {
  const manifest = await readFirst(file).catch(() => null);
  const madeAt = new Date(manifest?.created_at ?? Number.NaN);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

/** Whether nobody can tell that the backup is as it was written. */
export function lacksChecksums({ format }: Manifest): boolean {
  return format === FORMAT_WITHOUT_CHECKSUMS;
}

async function refuseDamaged(file: string): Promise<void> {
  const found: FileSum[] = [];
  let [before, size] = [0, 0];
  let checksums: Checksums | null = null;
  await eachEntry(file, async (entry) => {
    const { name } = entry.header;
    if (checksums) throw new BackupError(`${file} was changed: it goes on with ${name} after its end.`);
    if (name === CHECKSUMS_FILE) {
      size = entry.header.size;
      checksums = readChecksums(file, (await collect(entry)).toString('utf8'));
    } else {
      found.push({ name, sha256: await hashOf(entry) });
      before += tarBytesOf(entry.header.size);
    }
    return 'more';
  });
  if (checksums === null)
    throw new BackupError(
      `${file} was cut short: its checksums are missing. Nothing was restored; take another copy of the backup.`,
    );
  refuseOtherParts(file, found, checksums);
  await refuseOtherBytes(file, { checksums, before, size });
}

async function hashOf(entry: Entry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of entry) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function readFirst(file: string): Promise<Manifest> {
  let manifest: Manifest | null = null;
  await eachEntry(file, async (entry) => {
    if (entry.header.name !== MANIFEST_FILE || entry.header.size > MANIFEST_BYTES_MAX)
      throw new BackupError(`${file} is no backup of Cottontree.`);
    manifest = readManifest((await collect(entry)).toString('utf8'));
    return 'enough';
  });
  if (manifest === null) throw new BackupError(`${file} is no backup of Cottontree: it is empty.`);
  return manifest;
}

/** Hands over the rows of a backup part by part, in their order; each is read before the next. */
export async function readBackupParts(file: string, take: (part: Part) => Promise<void>): Promise<void> {
  await eachEntry(file, async (entry) => {
    const { name } = entry.header;
    const table = tableOfPart(name);
    if (table !== null) await take({ table, text: entry });
    else if (name !== MANIFEST_FILE && name !== CHECKSUMS_FILE)
      throw new BackupError(`${file} holds ${name}, which no backup does.`);
    entry.resume();
    return 'more';
  });
}

async function eachEntry(file: string, take: (entry: Entry) => Promise<'more' | 'enough'>): Promise<void> {
  const tar = extract();
  const source = createReadStream(file, { highWaterMark: 262_144 });
  const fed = pipeline(source, tar);
  fed.catch(() => undefined);
  try {
    for await (const entry of tar) if ((await take(entry)) === 'enough') return;
    await fed;
  } catch (error) {
    throw explain(error, file);
  } finally {
    source.destroy();
  }
}

async function collect(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function explain(error: unknown, file: string): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new BackupError(`${file} cannot be read (${code}).`, { cause: error });
  if (/unexpected end|invalid tar|premature close|stream was destroyed/i.test(String(message)))
    return new BackupError(`${file} is no backup of Cottontree, or was cut short.`, { cause: error });
  return error;
}
