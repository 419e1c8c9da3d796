import { mkdir, open, readdir, rename, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises';
import { makeFolder } from '../make-folder.ts';
import { syncFolder } from '../sync-folder.ts';
import { join } from 'node:path';
import { Client } from 'pg';
import { openEmbedded } from '../embedded/open-embedded.ts';
import type { EmbeddedLog } from '../embedded/embedded-database.ts';
import { ArchiveError } from './archive-options.ts';
import { openPieceWriter, readBaseManifest, type BaseManifest } from './base-parts.ts';
import { sweepRestoring } from './end-trial.ts';
import { partName, segmentName } from './names.ts';
import { planRestore, type RestorePlan, type RestoreWish } from './plan-restore.ts';
import { openObject, type ArchiveKey } from './seal-object.ts';
import { writeWhole } from './write-whole.ts';
import type { ArchiveStorage } from './storage.ts';

export type RestoreRequest = RestoreWish & {
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Told before anything is written. */
  readonly onManifest: (manifest: BaseManifest) => void;
};

export type RestoredArchive = {
  readonly lineage: string;
  readonly base_at: Date;
  readonly files: number;
  readonly bytes: number;
  readonly log_bytes: number;
  /** When the last change was committed that is in it; null: none since the base copy. */
  readonly last_change_at: Date | null;
};

/** What may lie in a data directory that is restored into: keys, and what PostgreSQL's programs need. */
const WELCOME =
  /^(secret\.key|secret\.key\.previous|backup\.key|postgres\.(libraries|binaries-.*)|restoring|lost\+found)$/;
const ROOM_BYTES = 256 * 1_048_576;
/** A day of log of a busy shop is replayed for hours on a slow disk. */
const REPLAY_MS_MAX = 24 * 3_600_000;
const TARGET_NOT_REACHED = /recovery ended before configured recovery target was reached/;

/** Restores an archive into an empty data directory; cut short, it can be begun again. */
export async function restoreArchive(request: RestoreRequest): Promise<RestoredArchive> {
  const { storage, key, dataDir } = request;
  await refuseUnlessEmpty(dataDir);
  const plan = planRestore(await storage.list(''), request);
  const { base, ranges } = plan;
  const manifest = readBaseManifest(
    base.manifest,
    (await openObject(key, base.manifest, await storage.get(base.manifest))).toString('utf8'),
  );
  request.onManifest(manifest);
  const logBytes = Number((ranges.at(-1)?.to ?? base.from) - base.from);
  await refuseWithoutRoom(dataDir, manifest.bytes + logBytes);

  const restoring = join(dataDir, 'restoring');
  await sweepRestoring(dataDir);
  await mkdir(restoring, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const clusterDir = join(restoring, 'postgres');
  const laid = await layOut(request, { plan, manifest, clusterDir });
  if (request.at !== null && !plan.stopsByTime)
    request.log.warn(
      {},
      `The clock of the database was ahead for a while before that moment: restored is what was committed until ${plan.until.toISOString()}.`,
    );
  const lastChange = await replay({ ...request, at: plan.stopsByTime ? request.at : null }, restoring);
  await rename(clusterDir, join(dataDir, 'postgres'));
  await syncFolder(dataDir);
  await rm(restoring, { recursive: true, force: true });
  return {
    lineage: base.lineage,
    base_at: base.at,
    ...laid,
    log_bytes: logBytes,
    last_change_at: lastChange,
  };
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const other = there.find((name) => !WELCOME.test(name));
  if (other !== undefined)
    throw new ArchiveError(
      `${dataDir} is not empty: it holds ${other}. Restore into an empty DATA_DIR that holds only secret.key and backup.key.`,
    );
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

async function refuseWithoutRoom(dataDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free < bytes + ROOM_BYTES)
    throw new ArchiveError(
      `The disk of ${dataDir} has ${mega(free)} MB free, and the restore takes ${mega(bytes + ROOM_BYTES)} MB.`,
    );
}

type Laying = {
  readonly plan: RestorePlan;
  readonly manifest: BaseManifest;
  readonly clusterDir: string;
};

/** The files of the base copy, the log beside them, and what tells PostgreSQL to replay it. */
async function layOut(
  { storage, key }: RestoreRequest,
  { plan, manifest, clusterDir }: Laying,
): Promise<{ readonly files: number; readonly bytes: number }> {
  await mkdir(clusterDir, { mode: 0o700 });
  await using writer = openPieceWriter(clusterDir);
  for (let part = 0; part < manifest.parts; part += 1) {
    const name = partName(plan.base, part);
    await writer.write(await openObject(key, name, await storage.get(name)));
  }
  await using segments = openSegments(clusterDir, manifest.segment_bytes);
  for (const { name, timeline, from, to } of plan.ranges) {
    const bytes = await openObject(key, name, await storage.get(name));
    await segments.write(timeline, from, bytes.subarray(0, Number(to - from)));
  }
  await writeFile(join(clusterDir, 'backup_label'), manifest.label, { mode: 0o600 });
  await writeFile(join(clusterDir, 'recovery.signal'), '', { mode: 0o600 });
  return writer.told();
}

/** Writes stretches of the log into its files, each whole: what is not written of one is zeros, where the log ends. */
function openSegments(clusterDir: string, segmentBytes: number) {
  const size = BigInt(segmentBytes);
  let current: { readonly name: string; readonly file: FileHandle } | null = null;

  async function fileOf(name: string): Promise<FileHandle> {
    if (current?.name === name) return current.file;
    await current?.file.close();
    current = null;
    const path = join(clusterDir, 'pg_wal', name);
    await (await open(path, 'a', 0o600)).close();
    const file = await open(path, 'r+');
    current = { name, file };
    await file.truncate(segmentBytes);
    return file;
  }

  return {
    async write(timeline: number, from: bigint, bytes: Buffer): Promise<void> {
      const to = from + BigInt(bytes.length);
      for (let at = from; at < to;) {
        const segment = at / size;
        const end = (segment + 1n) * size < to ? (segment + 1n) * size : to;
        const file = await fileOf(segmentName(timeline, segment, segmentBytes));
        const part = bytes.subarray(Number(at - from), Number(end - from));
        await writeWhole(file, part, Number(at - segment * size));
        at = end;
      }
    },
    async [Symbol.asyncDispose]() {
      await current?.file.close();
    },
  };
}

/** Lets PostgreSQL replay the log up to the moment and begin a timeline of its own; answers when the last change was committed. */
async function replay({ at, log }: RestoreRequest, dataDir: string): Promise<Date | null> {
  // All there is of the log lies in its place already, so there is nothing to fetch.
  const settings = { restore_command: 'false', recovery_target_action: 'promote', hot_standby: 'off' };
  const target =
    at === null ? {} : { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') };
  const opening = { dataDir, log, readyMsMax: REPLAY_MS_MAX };
  const embedded = await openEmbedded({ ...opening, settings: { ...settings, ...target } }).catch(
    (error: unknown) => {
      // Nothing at all was committed after the moment, so all of the log belongs to it.
      if (at === null || !TARGET_NOT_REACHED.test(String(error))) throw error;
      return openEmbedded({ ...opening, settings });
    },
  );
  try {
    return await lastChangeOf(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

async function lastChangeOf(connection: ConstructorParameters<typeof Client>[0]): Promise<Date | null> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return rows[0]?.at ?? null;
  } finally {
    await client.end();
  }
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
