import type { EmbeddedLog, DataPlace } from './embedded-database.ts';
import { findPostmaster } from './find-postmaster.ts';
import { signalProcess, waitForEnd } from './processes.ts';
import { closeSocketDirectory } from './socket-directory.ts';
import { takeLease, type DirectoryLease } from './take-lease.ts';

/** Fast: sessions end, a checkpoint is written. Immediate: the next start recovers, and nothing is lost either. */
const FAST = { signal: 'SIGINT', polls: 6_000, pollMs: 10 } as const;
const IMMEDIATE = { signal: 'SIGQUIT', polls: 1_000, pollMs: 10 } as const;

/** Gives the lease back, and the last one stops the database. */
export async function stopUnlessUsed({
  place,
  lease,
  log,
}: {
  place: DataPlace;
  lease: DirectoryLease;
  log: EmbeddedLog;
}): Promise<void> {
  const stopping = await takeLease(place, 'stopping');
  try {
    await lease.release();
    const users = (await stopping.others()).filter((holder) => holder.purpose !== 'stopping');
    if (users.length === 0) await stopPostmaster(place, log);
  } finally {
    await stopping.release();
  }
}

async function stopPostmaster(place: DataPlace, log: EmbeddedLog): Promise<void> {
  const postmaster = await findPostmaster(place);
  if (postmaster === null) return;
  for (const { signal, ...patience } of [FAST, IMMEDIATE]) {
    signalProcess(postmaster.pid, signal);
    if (await waitForEnd(postmaster.pid, patience)) return closeSocketDirectory(place);
    log.warn({ pid: postmaster.pid, signal }, 'The embedded database is slow to stop');
  }
}
