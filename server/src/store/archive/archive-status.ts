import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How the continuous backup stands, for `doctor` and `/metrics`; times in ISO 8601, null for never. */
export type ArchiveStatus = {
  readonly to: string;
  readonly lineage: string;
  /** Whatever was committed before this is in the storage, on a base copy that is whole. */
  readonly archived_until: string | null;
  readonly base_at: string | null;
  readonly base_bytes: number;
  /** When a restore was last made and found right, by itself, and how long it took. */
  readonly verified_at: string | null;
  readonly verified_seconds: number;
  /** Why the last one was not; null when it was. */
  readonly verify_problem: string | null;
  /** Of the log, on this disk, and not in the storage yet. */
  readonly held_bytes: number;
  /** How often the log that waited was given up, and a new base copy begun, since `lineage` began. */
  readonly gaps: number;
  /** What does not work now; null when all does. */
  readonly problem: string | null;
};

const file = (dataDir: string): string => join(dataDir, 'backup.status.json');

export async function writeArchiveStatus(dataDir: string, status: ArchiveStatus): Promise<void> {
  const unfinished = `${file(dataDir)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(status, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file(dataDir));
}

/** Null where nothing was archived yet. */
export function readArchiveStatus(dataDir: string): ArchiveStatus | null {
  try {
    return JSON.parse(readFileSync(file(dataDir), 'utf8')) as ArchiveStatus;
  } catch {
    return null;
  }
}
