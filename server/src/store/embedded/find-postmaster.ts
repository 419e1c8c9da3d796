import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError, type DataPlace } from './embedded-database.ts';
import { commandOf, hasCode, isAlive } from './processes.ts';

export type Postmaster = {
  readonly pid: number;
  readonly socketDir: string;
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | '';
};

/** The live postmaster of this data directory; null when its file is absent, stale or names somebody else's process. */
export async function findPostmaster(place: DataPlace): Promise<Postmaster | null> {
  const noted = await readPostmasterFile(place);
  return noted !== null && isPostmasterOf(noted.pid, place) ? noted : null;
}

/** Whether that process is a live postmaster started on this very data directory, by its command line. */
export function isPostmasterOf(pid: number, place: DataPlace): boolean {
  return isAlive(pid) && `${commandOf(pid) ?? ''} `.includes(`postgres -D ${place.clusterDir} `);
}

export function postmasterFile(place: DataPlace): string {
  return join(place.clusterDir, 'postmaster.pid');
}

/** Lines of the file: pid, data directory, start, port, socket folder, listen address, shared memory, status. */
async function readPostmasterFile(place: DataPlace): Promise<Postmaster | null> {
  const lines = await readLines(postmasterFile(place));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() as Postmaster['status'] };
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw new EmbeddedDatabaseError(
      `${path} cannot be read: run Cottontree as the user who made it (${String(error)}).`,
      { cause: error },
    );
  }
}
