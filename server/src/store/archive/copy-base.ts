import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSession } from './archive-session.ts';
import { BASE_FORMAT, pieceBytes, type BaseManifest } from './base-parts.ts';
import { lineageName, manifestName, partName, type BasePlace, type WholeBase } from './names.ts';
import { sealObject, type ArchiveKey } from './seal-object.ts';
import { StorageTrouble, type ArchiveStorage } from './storage.ts';

type BaseRequest = {
  readonly session: ArchiveSession;
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  readonly clusterDir: string;
  readonly lineage: string;
  readonly timeline: number;
  readonly appVersion: string;
  readonly secretKeyId: string;
  readonly signal: AbortSignal;
  /** Resolves when the log up to there is in the storage. */
  readonly archivedTo: (position: bigint) => Promise<void>;
};

/** What is sealed and sent in one go. */
const PART_BYTES = 8 * 1_048_576;

type CopiedBase = { readonly whole: WholeBase; readonly bytes: number };

/** Copies the whole cluster while it runs; the manifest comes last, once the log makes the copy consistent. */
export async function copyBase(request: BaseRequest): Promise<CopiedBase> {
  const { session, storage, key, lineage, timeline, signal } = request;
  const place = { lineage, id: lineageName(await session.now(), randomBytes(4)) };
  const from = await session.beginBase(place.id);
  const copied = await sendParts(request, place);
  const { label, position: consistent, at } = await session.endBase();
  await request.archivedTo(consistent);
  signal.throwIfAborted();
  const manifest: BaseManifest = {
    format: BASE_FORMAT,
    app_version: request.appVersion,
    server_version: session.serverVersion,
    secret_key_id: request.secretKeyId,
    segment_bytes: session.segmentBytes,
    ...copied,
    label,
  };
  const known = { timeline, from, consistent, at };
  const name = manifestName(place, known);
  await putNew(storage, name, await sealObject(key, name, Buffer.from(JSON.stringify(manifest))));
  return { whole: { ...place, ...known, manifest: name }, bytes: copied.bytes };
}

async function sendParts(
  { storage, key, clusterDir, signal }: BaseRequest,
  place: BasePlace,
): Promise<Pick<BaseManifest, 'parts' | 'bytes'>> {
  let [parts, bytes] = [0, 0];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const send = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const startedMs = performance.now();
    const name = partName(place, parts);
    const sealed = await sealObject(key, name, Buffer.concat(waiting));
    [waiting, waitingBytes, parts] = [[], 0, parts + 1];
    // At most half of a core: whoever calls the service comes first.
    await pause(performance.now() - startedMs, undefined, { signal });
    await putNew(storage, name, sealed);
  };
  for await (const piece of readCluster(clusterDir)) {
    signal.throwIfAborted();
    waiting.push(piece);
    waitingBytes += piece.length;
    bytes += piece.length;
    if (waitingBytes >= PART_BYTES) await send();
  }
  await send();
  return { parts, bytes };
}

async function putNew(storage: ArchiveStorage, name: string, sealed: Buffer): Promise<void> {
  if ((await storage.put(name, sealed)) === 'other') throw new StorageTrouble(`${name} is somebody else's.`);
}

/** Kept as folders, without what is in them: each start makes that anew, or the log holds it. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|standby\.signal|postgresql\.auto\.conf\.tmp|pg_internal\.init.*|pgsql_tmp.*|current_logfiles.*)$/;
/** A temporary table's file, which no other session sees. */
const TEMPORARY = /^t\d+_\d+/;
/** A relation's file: number, fork and segment. */
const RELATION = /^(\d+)(_(?:fsm|vm|init))?(\.\d+)?$/;
const READ_BYTES = 1_048_576;
/** Read last, when all that it may point to has been read. */
const CONTROL_FILE = 'global/pg_control';
const CONTROL_READS_MAX = 20;

/**
 * The files of a running PostgreSQL as pieces, between `pg_backup_start` and `pg_backup_stop`. They change while they
 * are read: that mends itself when the log is replayed, which holds whole pages. A file that goes away meanwhile is
 * one that the log deletes as well.
 */
async function* readCluster(clusterDir: string): AsyncGenerator<Buffer> {
  for (const path of await filesOf(clusterDir, '')) {
    if (path.endsWith('/')) yield pieceBytes({ path: path.slice(0, -1), folder: true }, Buffer.alloc(0));
    else if (path !== CONTROL_FILE) yield* readFilePieces(clusterDir, path);
  }
  yield pieceBytes({ path: CONTROL_FILE, at: 0 }, await readControl(join(clusterDir, CONTROL_FILE)));
}

async function* readFilePieces(clusterDir: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(join(clusterDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    // What grows while it is read is in the log.
    const { size } = await file.stat();
    for (let at = 0; at === 0 || at < size; at += READ_BYTES) {
      const content = Buffer.alloc(Math.min(READ_BYTES, size - at));
      const { bytesRead } = await file.read(content, 0, content.length, at);
      yield pieceBytes({ path, at }, content.subarray(0, bytesRead));
      if (bytesRead < content.length) return;
    }
  } finally {
    await file.close();
  }
}

/** It is written in its place: two reads that are alike were not cut by a write. */
async function readControl(path: string): Promise<Buffer> {
  let before: Buffer | null = null;
  for (let reads = 0; reads < CONTROL_READS_MAX; reads += 1) {
    const file = await open(path);
    const { buffer, bytesRead } = await file
      .read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0)
      .finally(() => file.close());
    const now = buffer.subarray(0, bytesRead);
    if (before?.equals(now)) return now;
    before = now;
    await pause(10);
  }
  throw new Error(`${path} changes all the time.`);
}

/** Paths below the folder; folders end with a slash. */
async function filesOf(clusterDir: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(clusterDir, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const names = new Set(entries.map(({ name }) => name));
  const found: string[] = [];
  for (const entry of entries) {
    const path = `${below}${entry.name}`;
    if (LEFT_OUT.test(entry.name) || TEMPORARY.test(entry.name) || isUnlogged(entry.name, names)) continue;
    if (entry.isDirectory()) {
      found.push(`${path}/`);
      if (below !== '' || !EMPTIED.has(entry.name)) found.push(...(await filesOf(clusterDir, `${path}/`)));
    } else if (entry.isFile()) found.push(path);
  }
  return found;
}

/** Of a table without a log only what it begins with is worth anything after a restore. */
function isUnlogged(name: string, names: ReadonlySet<string>): boolean {
  const [, relation, fork] = RELATION.exec(name) ?? [];
  return relation !== undefined && fork !== '_init' && names.has(`${relation}_init`);
}
