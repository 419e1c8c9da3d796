import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveSession } from './archive-session.ts';
import { BASE_FORMAT, type BaseManifest } from './base-manifest.ts';
import { readCluster } from './copy-files.ts';
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
