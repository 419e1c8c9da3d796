import { ArchiveError } from './archive-options.ts';
import type { ArchiveRequest } from './archive-request.ts';
import type { ArchiveSession } from './archive-session.ts';
import { keepLineage, newLineage, readLineage } from './lineage.ts';
import {
  beforeRange,
  segmentStart,
  walFolder,
  writerName,
  writerOf,
  writersFolder,
  type WholeBase,
} from './names.ts';
import { chainFrom } from './plan-restore.ts';
import { readObjects } from './prune-archive.ts';
import { openObject, sealObject, type ArchiveKey } from './seal-object.ts';
import { RANGE_BYTES } from './ship-log.ts';
import { StorageTrouble, type ArchiveStorage } from './storage.ts';

/** How far the archive follows the log of the database. */
export type ArchivePosition = {
  readonly lineage: string;
  /** Which of its writers this one is. */
  readonly writer: number;
  readonly timeline: number;
  /** All before is in the storage. */
  readonly reached: bigint;
  /** Whatever was committed before is. */
  readonly until: Date | null;
  /** The last base copy that is whole, from which on there is no hole in the log. */
  readonly base: WholeBase | null;
};

type Seeking = Pick<ArchiveRequest, 'dataDir' | 'options' | 'log'> & {
  readonly storage: ArchiveStorage;
  readonly key: ArchiveKey;
  readonly session: ArchiveSession;
  /** Told when log that was not archived is gone. */
  readonly onGap: (reason: string) => void;
};

/** Where the archive of this data directory goes on, by what is in the storage and what the database kept. */
export async function findPosition(seeking: Seeking): Promise<ArchivePosition> {
  const { dataDir, options, storage, session, log } = seeking;
  const known = await readLineage(dataDir, options.to);
  if (known === null) return beginLineage(seeking);
  if (!(await opensLast(seeking, known.name))) {
    log.warn(
      {},
      'What this data directory archived before does not open under the key that it has now: it begins a lineage of its own.',
    );
    return beginLineage(seeking);
  }
  const writer = await claimLineage(seeking, known.name);
  if (writer === null) throw emptied(known.name);
  const base = readObjects(await storage.list(`${known.name}/base/`)).bases.at(-1);
  if (!base) return followFromHere(session, known.name, writer);
  const chain = chainFrom(base, readObjects(await storage.list(...logSince(base))).ranges);
  const reached = chain.at(-1)?.to ?? base.from;
  const state = await session.state();
  if (reached > state.flushed || base.timeline !== state.timeline) {
    log.warn(
      {},
      'The archive is ahead of this data directory, an older copy: it begins a lineage of its own.',
    );
    return beginLineage(seeking);
  }
  if (state.kept === null || state.kept > reached) {
    seeking.onGap('Log that was not archived is gone.');
    return followFromHere(session, known.name, writer);
  }
  const until = chain.reduce((latest, one) => (one.until > latest ? one.until : latest), base.at);
  return { lineage: known.name, writer, timeline: state.timeline, reached, until, base };
}

const FIRST_WRITER = 1;

/** Becomes the writer after all that were; null where there was none, so that the storage is not the one it was. */
async function claimLineage(seeking: Seeking, lineage: string): Promise<number | null> {
  const last = (await seeking.storage.list(writersFolder(lineage))).at(-1);
  if (last === undefined) return null;
  const writer = writerOf(last.name) + 1;
  return (await putWriter(seeking, lineage, writer)) ? writer : claimLineage(seeking, lineage);
}

/** Whether its last writer had this key: a copy under one key with log under another cannot be restored. */
async function opensLast({ storage, key }: Seeking, lineage: string): Promise<boolean> {
  const last = (await storage.list(writersFolder(lineage))).at(-1);
  if (last === undefined) return true;
  return openObject(key, last.name, await storage.get(last.name)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ArchiveError) return false;
      throw error;
    },
  );
}

async function putWriter(
  { storage, key }: Pick<Seeking, 'storage' | 'key'>,
  lineage: string,
  writer: number,
): Promise<boolean> {
  const name = writerName(lineage, writer);
  return (await storage.put(name, await sealObject(key, name, Buffer.alloc(0)))) === 'put';
}

/** Whether another came after this writer. Throws where not even this one is known there any more. */
export async function isOvertaken(
  storage: ArchiveStorage,
  { lineage, writer }: ArchivePosition,
): Promise<boolean> {
  const found = await storage.list(writersFolder(lineage), writerName(lineage, writer - 1));
  if (found.length === 0) throw emptied(lineage);
  return found.some(({ name }) => name !== writerName(lineage, writer));
}

/** A bucket takes whatever is put, however empty somebody made it. */
function emptied(lineage: string): StorageTrouble {
  return new StorageTrouble(
    `BACKUP_TO holds nothing of what this data directory archived there (${lineage}): is it the right one, and mounted? To begin anew, stop the server, remove backup.lineage from DATA_DIR and start it.`,
  );
}

/** Whether the copy that all log since is worth something with is still there. */
export async function hasBase(storage: ArchiveStorage, { manifest }: WholeBase): Promise<boolean> {
  return (await storage.list(manifest)).length > 0;
}

/** The stretch in which the first file of a copy's log begins begins before it. */
function logSince({ lineage, timeline, from }: WholeBase): readonly [string, string] {
  const start = segmentStart(from);
  return [walFolder(lineage), beforeRange(lineage, timeline, start > RANGE_BYTES ? start - RANGE_BYTES : 0n)];
}

/** Begins a lineage of its own; it counts once the storage knows it. */
export async function beginLineage({
  dataDir,
  options,
  storage,
  key,
  session,
}: Seeking): Promise<ArchivePosition> {
  const lineage = newLineage(options.to);
  await storage.begin(lineage.name);
  await putWriter({ storage, key }, lineage.name, FIRST_WRITER);
  const begun = await followFromHere(session, lineage.name, FIRST_WRITER);
  await keepLineage(dataDir, lineage);
  return begun;
}

/** From here on, with a slot made anew: a base copy has to come first. */
async function followFromHere(
  session: ArchiveSession,
  lineage: string,
  writer: number,
): Promise<ArchivePosition> {
  if ((await session.state()).hasSlot) await session.dropSlot();
  await session.makeSlot();
  const { kept, timeline, flushed } = await session.state();
  return { lineage, writer, timeline, reached: kept ?? flushed, until: null, base: null };
}
