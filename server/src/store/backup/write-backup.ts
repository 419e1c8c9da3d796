import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { pack, type Pack } from 'tar-stream';
import { findMigrations } from '../read-migrations.ts';
import { readSnapshotApart, type SnapshotPlaces } from '../replicas/read-snapshot-apart.ts';
import { syncFolder } from '../sync-folder.ts';
import { nameUnfinished, sweepUnfinished } from '../unfinished.ts';
import { CHECKSUMS_FILE, sumOf, sumOnTheWay, tarBytesOf, type Checksums, type FileSum } from './checksums.ts';
import {
  countRows,
  findSchemaVersion,
  findSequences,
  findTables,
  textSettingsSql,
} from './describe-database.ts';
import { BACKUP_FORMAT, BackupError, MANIFEST_FILE, partFile, type Manifest } from './manifest.ts';

type BackupOptions = SnapshotPlaces & {
  readonly file: string;
  /** Tells the secret key, without revealing it. */
  readonly secretKeyId: string;
  readonly now: Date;
  /** Breaks it off; nothing is left of it then. */
  readonly signal?: AbortSignal;
};

type BackupResult = {
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly schema_version: number;
};

/**
 * Writes everything the database holds at one moment to a tar: a manifest and each table's rows as
 * COPY text. Nobody waits for it, and the file appears under its name only once it is whole and on disk.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const unfinished = nameUnfinished(options.file);
  await sweepUnfinished(dirname(options.file));
  try {
    const manifest = await readSnapshotApart(options, (_runner, client) =>
      writeTar(client, unfinished, options),
    );
    await settle(unfinished, options.file);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      bytes: (await stat(options.file)).size,
      tables: manifest.tables.length,
      rows,
      schema_version: manifest.schema_version,
    };
  } catch (error) {
    await rm(unfinished, { force: true });
    if (options.signal?.aborted)
      throw new BackupError('The backup was broken off; nothing is left of it.', { cause: error });
    const code = (error as { readonly code?: unknown }).code;
    if (UNWRITABLE.has(code))
      throw new BackupError(`${options.file} cannot be written (${String(code)}).`, { cause: error });
    throw error;
  }
}

const UNWRITABLE: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
]);

async function writeTar(client: pg.Client, path: string, options: BackupOptions): Promise<Manifest> {
  options.signal?.throwIfAborted();
  await client.query(textSettingsSql(true));
  const manifest = await describe(client, options);
  const tar = pack();
  const { through, after } = sumOnTheWay();
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  const written = pipeline(tar, through, file, { signal: options.signal });
  // Whichever of the two fails first, the other is told and waited for.
  const filled = fill(tar, { client, manifest, now: options.now, after }).catch((error: Error) => {
    tar.destroy(error);
    throw error;
  });
  await Promise.all([written, filled]);
  return manifest;
}

async function describe(client: pg.Client, { secretKeyId, now }: BackupOptions): Promise<Manifest> {
  const tables = [];
  for (const table of await findTables(client))
    tables.push({ ...table, rows: await countRows(client, table.name) });
  return {
    format: BACKUP_FORMAT,
    app_version: (await findMigrations()).appVersion,
    schema_version: await findSchemaVersion(client),
    created_at: now.toISOString(),
    secret_key_id: secretKeyId,
    tables,
    sequences: await findSequences(client),
  };
}

type Filling = {
  readonly client: pg.Client;
  readonly manifest: Manifest;
  readonly now: Date;
  readonly after: (bytes: number) => Promise<string>;
};

async function fill(tar: Pack, { client, manifest, now, after }: Filling): Promise<void> {
  const add = (name: string, content: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry = tar.entry({ name, size: content.length, mtime: now, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      );
      entry.end(content);
    });
  const files: FileSum[] = [];
  let tarBytes = 0;
  const addSummed = (name: string, content: Buffer): Promise<void> => {
    files.push(sumOf(name, content));
    tarBytes += tarBytesOf(content.length);
    return add(name, content);
  };
  await addSummed(MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, columns } of manifest.tables) {
    let part = 0;
    const named = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await copyOut(client, `COPY (SELECT ${named} FROM ${client.escapeIdentifier(name)}) TO STDOUT`, (text) =>
      addSummed(partFile(name, (part += 1)), text),
    );
  }
  const checksums: Checksums = { files, all: await after(tarBytes) };
  await add(CHECKSUMS_FILE, Buffer.from(`${JSON.stringify(checksums, null, 2)}\n`));
  tar.finalize();
}

/** On disk before it has its name; then the name as well. */
async function settle(unfinished: string, file: string): Promise<void> {
  const written = await open(unfinished, 'r');
  await written.sync().finally(() => written.close());
  await rename(unfinished, file);
  // Where a folder cannot be read, the backup is there all the same.
  await syncFolder(dirname(file)).catch(() => undefined);
}

/** The part of the driver's connection that COPY needs. */
type Wire = {
  query(sql: string): void;
  readonly stream: { pause(): void; resume(): void; destroy(error?: Error): void };
};

const PART_BYTES = 4 * 1_048_576;

/**
 * Runs `COPY … TO STDOUT` and hands over its text in parts of a few megabytes, each ending with a
 * row. The server waits while a part is written, so no more than a few are ever in memory.
 */
export function copyOut(
  client: pg.Client,
  sql: string,
  write: (part: Buffer) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut({ sql, write, resolve, reject }));
  });
}

type Wanted = {
  readonly sql: string;
  readonly write: (part: Buffer) => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** What the driver calls as the server's messages come in: one `copyData` a row. */
class CopyOut {
  private readonly wanted: Wanted;
  private part = Buffer.allocUnsafe(PART_BYTES);
  private used = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  submit(wire: Wire): void {
    wire.query(this.wanted.sql);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, wire: Wire): void {
    if (this.used + chunk.length > this.part.length) this.hand(wire, chunk.length);
    // The driver uses its own buffer again for what comes next.
    this.used += chunk.copy(this.part, this.used);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.wanted.reject(error);
  }

  handleReadyForQuery(wire: Wire): void {
    if (this.used > 0) this.hand(wire, 0);
    this.writing.then(this.wanted.resolve, this.wanted.reject);
  }

  private hand(wire: Wire, bytesNext: number): void {
    const full = this.part.subarray(0, this.used);
    this.part = Buffer.allocUnsafe(Math.max(PART_BYTES, bytesNext));
    this.used = 0;
    if (full.length === 0) return;
    wire.stream.pause();
    const { write } = this.wanted;
    this.writing = this.writing.then(() => write(full)).then(() => wire.stream.resume());
    this.writing.catch((error: Error) => wire.stream.destroy(error));
  }
}
