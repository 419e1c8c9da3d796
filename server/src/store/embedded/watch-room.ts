import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedLog, DataPlace } from './embedded-database.ts';

/**
 * PostgreSQL ends by itself when its log finds no room, and does not start again before it has some. So writing stops
 * while there is still this much: a log file of 16 MiB for what is under way, and one more.
 */
const SCARCE_BYTES = 32 * 1_048_576;
const ENOUGH_BYTES = 48 * 1_048_576;
/** What a start after a crash on a full disk may write. */
const RESERVE_BYTES = 48 * 1_048_576;
const CHUNK_BYTES = 1_048_576;
/** At 20 MiB of log a second, which two cores reach, 5 MiB are written between two looks. */
const LOOK_MS = 250;

export type RoomWatch = {
  /** Whether there is room to write. */
  readonly hasRoom: () => boolean;
  readonly stop: () => Promise<void>;
};

export type RoomOptions = {
  readonly log: EmbeddedLog;
  /** One of the processes on a data directory keeps a reserve for the hour when the disk is full. */
  readonly keepsReserve: boolean;
};

/** Watches the disk below a data directory. */
export async function watchRoom(place: DataPlace, { log, keepsReserve }: RoomOptions): Promise<RoomWatch> {
  const over = new AbortController();
  const state = { scarce: false };

  async function look(): Promise<void> {
    const free = await freeBytes(place);
    const reserved = await hasReserve(place);
    const enough = ENOUGH_BYTES + (reserved ? 0 : RESERVE_BYTES);
    if (free < SCARCE_BYTES && !state.scarce) {
      state.scarce = true;
      log.warn(
        { freeBytes: free },
        'The disk of the data directory is full: nothing is written until there is room again',
      );
    }
    if (free < enough) return;
    if (!reserved && keepsReserve) await makeReserve(place);
    if (!state.scarce) return;
    state.scarce = false;
    log.info({ freeBytes: free }, 'There is room on the disk again');
  }

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ error: String(error) }, 'The room on the disk cannot be told'),
      );
      await pause(LOOK_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    }
  }

  await look();
  const watching = watch();
  return {
    hasRoom: () => !state.scarce,
    async stop() {
      over.abort();
      await watching;
    },
  };
}

/** Gives the reserve away so that PostgreSQL can start on a full disk; tells whether there was one. */
export async function spendReserve(place: DataPlace): Promise<boolean> {
  const had = await hasReserve(place);
  await rm(reserveFile(place), { force: true });
  return had;
}

function reserveFile({ dataDir }: DataPlace): string {
  return join(dataDir, 'reserve');
}

async function hasReserve(place: DataPlace): Promise<boolean> {
  return stat(reserveFile(place)).then(
    ({ size }) => size >= RESERVE_BYTES,
    () => false,
  );
}

async function freeBytes({ clusterDir }: DataPlace): Promise<number> {
  const { bavail, bsize } = await statfs(clusterDir);
  return bavail * bsize;
}

/** Written out, for a file with holes reserves nothing. */
async function makeReserve(place: DataPlace): Promise<void> {
  const file = await open(reserveFile(place), 'w', 0o600);
  try {
    const zeros = Buffer.alloc(CHUNK_BYTES);
    for (let written = 0; written < RESERVE_BYTES; written += CHUNK_BYTES)
      await file.write(zeros, 0, CHUNK_BYTES, written);
  } catch (error) {
    await rm(reserveFile(place), { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
